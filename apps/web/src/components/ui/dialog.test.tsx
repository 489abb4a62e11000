import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { Input } from './input.tsx';

function Example({ confirm, onConfirm }: { confirm: boolean; onConfirm?: () => void }) {
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
  it.each([
    ['a dialog', false],
    ['a confirmation', true],
  ])('%s gives the focus back to what opened it', async (_, confirm) => {
    render(<Example confirm={confirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole(confirm ? 'alertdialog' : 'dialog')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole(confirm ? 'alertdialog' : 'dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  });

  it('a confirmation starts on Cancel and stays until its owner closes it', async () => {
    const onConfirm = vi.fn();
    render(<Example confirm onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Delete company' }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });
});
