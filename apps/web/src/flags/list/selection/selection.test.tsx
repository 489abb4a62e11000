import type { Flag, MoveCreate } from '@halyard/domain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { bulkActions } from '../../commands/bulkActions.ts';
import FlagsPage from '../../page/FlagsPage.tsx';
import { makeFlag, makeUser, node, numbered, silentNode } from '../../testing/flags.ts';
import { type Answer, renderPage } from '../../testing/renderPage.tsx';

afterEach(() => bulkActions.reset());

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
const bar = () => within(screen.getByRole('region', { name: 'Selected flags' }));
const noBar = () => expect(screen.queryByRole('region', { name: 'Selected flags' })).toBeNull();
const open = (flags: Flag[], path = '/flags', answer?: Answer) =>
  renderPage(<FlagsPage />, {
    user: makeUser('company_user'),
    flags,
    path,
    ...(answer && { answer }),
  });
type Calls = Awaited<ReturnType<typeof renderPage>>['calls'];
const moves = (calls: Calls) =>
  calls
    .filter(({ method, path }) => method === 'POST' && path === '/api/moves')
    .map(({ body }) => body as MoveCreate);

describe('the flag selection', () => {
  test('can be moved in one call, even across pages, and is kept after the move', async () => {
    const { person, calls } = await open(numbered(12));
    await person.click(box('Pole 2'));
    await person.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('Pole 12');
    await person.click(box('Pole 12'));
    expect(bar().getByText('2 selected')).toBeVisible();
    await person.click(bar().getByRole('button', { name: 'Half' }));
    await waitFor(() =>
      expect(moves(calls)).toEqual([{ control: 'half', flagIds: ['n1', 'n11'] }]),
    );
    expect(bar().getByText('2 selected')).toBeVisible();
    // A toast would cover the bar.
    expect(screen.queryByText(/updated/)).toBeNull();
    await person.click(bar().getByRole('button', { name: 'Lamp on' }));
    await waitFor(() =>
      expect(moves(calls)[1]).toEqual({ control: 'lamps-on', flagIds: ['n1', 'n11'] }),
    );
  });

  test('can be extended: Shift selects a range, the header checkbox selects the page, and the selection bar selects all flags', async () => {
    const { person } = await open(numbered(12));
    await person.click(box('Pole 2'));
    fireEvent.click(box('Pole 4'), { shiftKey: true });
    expect(bar().getByText('3 selected')).toBeVisible();
    const page = screen.getByRole('checkbox', { name: 'Select all on this page' });
    expect(page).toHaveAttribute('aria-checked', 'mixed');
    await person.click(page);
    expect(bar().getByText('10 selected')).toBeVisible();
    await person.click(bar().getByRole('button', { name: 'Select all 12' }));
    expect(bar().getByText('12 selected')).toBeVisible();
    await person.click(page);
    expect(bar().getByText('2 selected')).toBeVisible();
  });

  test('can be moved only after a confirmation if it has more than 10 flags', async () => {
    const { person, calls } = await open(numbered(12));
    await person.click(box('Pole 1'));
    await person.click(bar().getByRole('button', { name: 'Select all 12' }));
    await person.click(bar().getByRole('button', { name: 'Down' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('Down: 12 poles');
    expect(moves(calls)).toEqual([]);
    await person.keyboard('{Escape}');
    // Escape has closed the confirmation but kept the selection.
    expect(bar().getByText('12 selected')).toBeVisible();
    await person.click(bar().getByRole('button', { name: 'Down' }));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(moves(calls)[0]?.flagIds).toHaveLength(12));
  });

  test('shows how many of its flags are hidden by a filter, and can then be moved only after a confirmation', async () => {
    const flags = [makeFlag({ name: 'Here', state: 'VA' }), makeFlag({ name: 'There' })];
    const { person, calls } = await open(flags);
    await person.click(box('Here'));
    await person.click(box('There'));
    await person.click(screen.getByRole('button', { name: /^State: / }));
    await person.click(await screen.findByRole('option', { name: /^Virginia/ }));
    expect(await screen.findByText(', 1 not shown')).toBeVisible();
    await person.click(bar().getByRole('button', { name: 'Down' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Down: 2 poles');
    expect(moves(calls)).toEqual([]);
  });

  test('is changed with Space, and cleared with Escape', async () => {
    const { person } = await open(numbered(2));
    act(() => screen.getByRole('row', { name: 'Pole 1' }).focus());
    await person.keyboard(' ');
    expect(bar().getByText('1 selected')).toBeVisible();
    expect(box('Pole 1')).toBeChecked();
    await person.keyboard(' ');
    expect(bar().getByText('0 selected')).toBeVisible();
    expect(bar().getByRole('button', { name: 'Up' })).toBeDisabled();
    await person.keyboard(' {Escape}');
    noBar();
    expect(box('Pole 1')).not.toBeChecked();
  });

  test('drops flags that the server no longer lists', async () => {
    const flags = numbered(3);
    const { person, client } = await open(flags);
    await person.click(box('Pole 1'));
    await person.click(box('Pole 2'));
    expect(bar().getByText('2 selected')).toBeVisible();
    flags.shift();
    await act(() => client.refetchQueries());
    expect(await screen.findByText('1 selected')).toBeVisible();
  });

  test('can be locked with a single reason; flags that are already locked are skipped, and failures are listed', async () => {
    const locked = { lock: { reason: 'Rope', by: 'u', byName: 'ann', at: Date.now() } };
    const flags = [
      makeFlag({ id: 'a', name: 'Free' }),
      makeFlag({ id: 'b', name: 'Busy' }),
      makeFlag({ id: 'c', name: 'Locked' }, node(locked)),
      makeFlag({ id: 'd', name: 'Gone' }, silentNode(900)),
    ];
    let isBusy = true;
    const { person, calls } = await open(flags, '/flags', (method, path) => {
      if (method !== 'PUT') return undefined;
      if (path.includes('/b/') && isBusy) return new Response('Not yet in effect', { status: 504 });
      return Response.json(flags.find(({ id }) => path === `/api/flags/${id}/lock`));
    });
    await person.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await person.click(bar().getByRole('button', { name: 'Lock…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Lock 3 flags' }));
    await person.type(dialog.getByRole('textbox'), 'Painting');
    await person.click(dialog.getByRole('button', { name: 'Lock 3 flags' }));
    expect(await dialog.findByText(/Busy: Not yet in effect/)).toBeVisible();
    const puts = () => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path);
    expect(puts().sort()).toEqual(['a', 'b', 'd'].map((id) => `/api/flags/${id}/lock`));
    isBusy = false;
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('3 flags locked')).toBeVisible();
    expect(puts().slice(3)).toEqual(['/api/flags/b/lock']);
  });

  test('on cards, starts only after a user presses Select', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('company_user'),
      flags: numbered(2),
      width: 390,
    });
    expect(screen.queryByRole('checkbox')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Select' }));
    expect(screen.queryByRole('link', { name: 'Pole 1' })).toBeNull();
    await person.click(box('Pole 1'));
    expect(bar().getByText('1 selected')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Select' }));
    noBar();
    expect(screen.getByRole('link', { name: 'Pole 1' })).toBeVisible();
  });

  test('is not available to view-only users', async () => {
    await renderPage(<FlagsPage />, {
      user: makeUser('employee', { mayMovePoles: false }),
      flags: numbered(2),
    });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
