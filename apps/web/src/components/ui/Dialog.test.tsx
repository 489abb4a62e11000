import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog, DialogBody } from './Dialog.tsx';
import { Edited } from './Edited.tsx';
import { Input } from './Input.tsx';

interface ExampleProps {
  confirm: boolean;
  onConfirm?: () => void;
  enterConfirms?: boolean;
}

function Example({ confirm, onConfirm, enterConfirms = false }: ExampleProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {confirm ? (
        <ConfirmDialog
          open={open}
          onOpenChange={setOpen}
          title="Delete"
          description="3 locations, 12 flags, 8 users"
          confirmLabel="Delete company"
          destructive
          enterConfirms={enterConfirms}
          onConfirm={onConfirm ?? (() => setOpen(false))}
        />
      ) : (
        <Dialog open={open} onOpenChange={setOpen} title="Edit">
          <DialogBody>
            <Input aria-label="Name" />
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

describe('dialogs', () => {
  test.each([
    ['a dialog', false],
    ['a confirmation', true],
  ])('return focus, after %s, to the element that opened them', async (_, confirm) => {
    render(<Example confirm={confirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole(confirm ? 'alertdialog' : 'dialog')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole(confirm ? 'alertdialog' : 'dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  test('that ask for confirmation focus Cancel, and stay open after confirmation until the parent closes them', async () => {
    const onConfirm = vi.fn();
    render(<Example confirm onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Delete company' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test('are confirmed only once if the button is clicked twice at the same moment, and can be confirmed again after a failure', () => {
    const onConfirm = vi.fn();
    render(<Example confirm onConfirm={onConfirm} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    const button = screen.getByRole('button', { name: 'Delete company' });
    const clickTwice = () =>
      act(() => {
        button.click();
        button.click();
      });
    clickTwice();
    expect(onConfirm).toHaveBeenCalledOnce();
    clickTwice();
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  test('are not confirmed by the double click that opened them', () => {
    const onConfirm = vi.fn();
    render(<Example confirm onConfirm={onConfirm} />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }), { detail: 1 });
    const confirm = screen.getByRole('button', { name: 'Delete company' });
    fireEvent.click(confirm, { detail: 2 });
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test.each([
    ['their text', () => screen.getByText('3 locations, 12 flags, 8 users')],
    ['the page below', () => document.querySelector<HTMLElement>('.bg-overlay')!],
  ])('with `enterConfirms` are confirmed by Enter after a click on %s', async (_, at) => {
    const onConfirm = vi.fn();
    render(<Example confirm enterConfirms onConfirm={onConfirm} />);
    const person = userEvent.setup();
    await person.click(screen.getByRole('button', { name: 'Open' }));
    await person.click(at());
    fireEvent.keyDown(document.activeElement!, { key: 'Enter', repeat: true });
    expect(onConfirm).not.toHaveBeenCalled();
    await person.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('with `enterConfirms` are confirmed by Enter even if focus is on the page behind', async () => {
    const onConfirm = vi.fn();
    render(<Example confirm enterConfirms onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    act(() => screen.getByRole('button', { name: 'Delete company' }).blur());
    expect(document.body).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('with `enterConfirms` are canceled by Enter on Cancel', async () => {
    const onConfirm = vi.fn();
    render(<Example confirm enterConfirms onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    act(() => screen.getByRole('button', { name: 'Cancel' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(onConfirm).not.toHaveBeenCalled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('ignore keys and clicks while they fade out', () => {
    const dialog = (open: boolean) => (
      <Dialog open={open} onOpenChange={() => {}} title="Edit">
        <Input aria-label="Name" />
      </Dialog>
    );
    const { rerender } = render(dialog(true));
    const shown = screen.getByRole('dialog');
    vi.spyOn(window, 'getComputedStyle').mockImplementation(
      () => ({ animationName: `fade-${shown.dataset.state}` }) as CSSStyleDeclaration,
    );
    expect(shown).not.toHaveAttribute('inert');
    rerender(dialog(false));
    expect(shown).toHaveAttribute('inert');
  });

  function Form({ onSaved }: { onSaved: () => void }) {
    const [open, setOpen] = useState(true);
    const [name, setName] = useState('');
    return (
      <Dialog open={open} onOpenChange={setOpen} title="Edit">
        <Edited when={name !== ''} />
        <Input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
        <Button
          onClick={() => {
            onSaved();
            setOpen(false);
          }}
        >
          Save
        </Button>
      </Dialog>
    );
  }

  test('keep the focus in the field when a click outside does not close the dialog', async () => {
    render(
      <Dialog open keepOpen onOpenChange={() => {}} title="Edit">
        <Input aria-label="Name" />
      </Dialog>,
    );
    const field = screen.getByLabelText('Name');
    act(() => field.focus());
    await userEvent.click(document.querySelector<HTMLElement>('.bg-overlay')!);
    expect(field).toHaveFocus();
  });

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ])('ask for confirmation before %s discards typed input', async (_, leave) => {
    render(<Form onSaved={() => {}} />);
    await userEvent.type(screen.getByLabelText('Name'), 'Pier');
    await leave();
    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByLabelText('Name')).toHaveValue('Pier');
    await leave();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('close without asking if nothing was typed or everything was saved', async () => {
    const { unmount } = render(<Form onSaved={() => {}} />);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    render(<Form onSaved={() => {}} />);
    await userEvent.type(screen.getByLabelText('Name'), 'Pier');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
