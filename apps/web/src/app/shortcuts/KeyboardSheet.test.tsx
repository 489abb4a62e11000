import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { SearchInput } from '@/components/ui/SearchInput.tsx';
import { makeUser } from '@/flags/testing/flags.ts';
import { renderWith } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { Shell } from '../shell/Shell.tsx';

function show(role: 'master' | 'employee', page = <p>the page</p>) {
  serve({ 'GET /api/moves': () => ({ body: [] }) });
  return renderWith(<Shell>{page}</Shell>, { user: makeUser(role), path: '/profile' });
}
const search = <SearchInput value="" onValueChange={() => {}} placeholder="Search flags..." />;
const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
const listed = async () =>
  within(await sheet())
    .getAllByRole('definition')
    .map((keys) => keys.textContent);
const LOCAL = ['F8', 'Enter', 'Escape'];

describe('keyboard shortcuts', () => {
  test('are listed for the current page when the user presses ?', async () => {
    const { unmount } = show('employee');
    await userEvent.keyboard('?');
    expect(await listed()).toEqual([
      ...['Ctrl K', '?', 'G then D', 'G then F', 'G then A'],
      ...LOCAL,
    ]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    unmount();
    show('master', search);
    await userEvent.keyboard('?');
    expect(await listed()).toEqual([
      ...['Ctrl K', '?', '/', 'Ctrl B', 'G then D', 'G then F', 'G then L', 'G then A'],
      ...LOCAL,
    ]);
  });

  test('can be listed from the user menu', async () => {
    show('employee');
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    expect(await listed()).toContain('Ctrl K');
  });

  test.each([
    ['gd', '/'],
    ['gf', '/flags'],
    ['gl', '/locations'],
    ['ga', '/alerts'],
    ['xgf', '/flags'],
  ])('open a page with the keys %s: %s', async (keys, path) => {
    const { history } = show('master');
    await userEvent.keyboard(keys);
    expect(history.at(-1)).toBe(path);
  });

  test.each(['d', 'gx', 'gxf', '{Alt>}g{/Alt}f', 'g{Control>}x{/Control}f'])(
    'do not react to keys that only resemble a shortcut: %s',
    async (keys) => {
      const { history } = show('master');
      await userEvent.keyboard(keys);
      expect(history).toEqual(['/profile']);
    },
  );

  test('do not open a page that is not available to the role', async () => {
    const { history } = show('employee');
    await userEvent.keyboard('gl');
    expect(history).toEqual(['/profile']);
  });

  test('ignore keys that are typed into a field, or pressed while a dialog is open', async () => {
    const { history } = show(
      'master',
      <>
        {search}
        {/* An open window hides neither live regions nor the elements around them. */}
        <p aria-live="polite">2 flags</p>
      </>,
    );
    await userEvent.type(screen.getByRole('searchbox'), '?gf');
    expect(screen.queryByRole('dialog')).toBeNull();
    (document.activeElement as HTMLElement).blur();
    await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
    await userEvent.keyboard('?gf/{Control>}k{/Control}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
    expect(history).toEqual(['/profile']);
  });

  test('focus the search field of an open dialog, not of the page behind it, when the user presses /', async () => {
    show(
      'master',
      <>
        {search}
        <Dialog open onOpenChange={() => {}} title="New order">
          <SearchInput value="" onValueChange={() => {}} placeholder="Search poles" />
        </Dialog>
      </>,
    );
    await userEvent.click(screen.getByText('New order'));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search poles' })).toHaveFocus();
  });

  test('can be turned off on this device if they are single keys', async () => {
    const { history, unmount } = show('master', search);
    await userEvent.keyboard('?');
    const single = () => screen.findByRole('switch', { name: 'Shortcuts without Ctrl or Command' });
    await userEvent.click(await single());
    expect(await listed()).toEqual(['Ctrl K', 'Ctrl B', ...LOCAL]);
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('gf/?');
    expect(screen.getByRole('searchbox')).not.toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(history).toEqual(['/profile']);
    unmount();
    show('master', search);
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
    await userEvent.click(await single());
    expect(await listed()).toContain('G then F');
  });
});
