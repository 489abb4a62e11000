import type { Flag, ListedMove, MoveCreate } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { bulkActions } from '../../commands/bulkActions.ts';
import FlagsPage from '../../page/FlagsPage.tsx';
import { makeFlag, makeUser, node, silentNode } from '../../testing/flags.ts';
import { moveAnswer } from '../../testing/moves.ts';
import { type Answer, renderPage } from '../../testing/renderPage.tsx';
import { BulkStatus } from './BulkStatus.tsx';

afterEach(() => {
  act(() => bulkActions.reset());
  sessionStorage.clear();
});

const page = (
  <>
    <FlagsPage />
    <BulkStatus />
  </>
);
const findPanel = async (label: string) =>
  within(await screen.findByRole('region', { name: `${label}: result` }, { timeout: 3000 }));
const undoButtons = () => screen.queryAllByRole('button', { name: 'Undo' });

test('the result of a mass move lists failed poles and the reasons until the user closes it, and lets the user retry the reachable poles', async () => {
  const good = makeFlag({ id: 'good', name: 'Good', flagId: 'g-1' });
  const away = makeFlag({ name: 'Away', flagId: 'a-1' }, silentNode(725));
  const unheard = makeFlag({ name: 'Unheard', flagId: 'u-1' }, { id: 'u-1' });
  let refused: Record<string, string> = { good: 'Couldn’t save the command. Try again.' };
  const { person, calls } = await renderPage(page, {
    user: makeUser('master'),
    flags: [good, away, unheard],
    answer: (method, path, body) =>
      method === 'POST' && /^\/api\/moves(?!\/plans)/.test(path)
        ? Response.json(moveAnswer({ ...(body as MoveCreate), control: 'down' }, refused))
        : undefined,
  });
  await person.click(screen.getByRole('switch', { name: 'All Down, 1 online' }));
  const panel = await findPanel('Down');
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(2));
  expect(panel.getByRole('heading')).toHaveTextContent('Down: 0 of 2 poles confirmed');
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AwayAcme · City HallOffline, last seen 12 min ago',
    'GoodAcme · City HallRejected: Couldn’t save the command. Try again.',
  ]);
  refused = {};
  await person.click(panel.getByRole('button', { name: 'Retry failed' }));
  expect(calls.at(-1)!.path).toMatch(/^\/api\/moves\/.+\/retry$/);
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1));
  expect(panel.getByRole('heading')).toHaveTextContent('0 of 2 poles confirmed, 1 waiting');
  const retry = panel.getByRole('button', { name: 'Retry failed' });
  expect(retry).toBeDisabled();
  expect(retry).toHaveAccessibleDescription('Nothing to retry now: 1 offline, 1 waiting.');
  await person.click(panel.getByRole('button', { name: 'Hide the list' }));
  expect(panel.queryByRole('listitem')).toBeNull();
  await person.click(panel.getByRole('button', { name: 'Close result: Down' }));
  expect(screen.queryByRole('region', { name: /result/ })).toBeNull();
});

test('the result of a mass move offers Undo only once', async () => {
  const flag = makeFlag({ id: 'one', name: 'One' });
  const { person, calls } = await renderPage(page, {
    user: makeUser('master'),
    flags: [flag],
    answer: (_, path) =>
      path.endsWith('/undo')
        ? Response.json({
            flags: [
              {
                flagId: 'one',
                position: 'up',
                lamp: null,
                commandId: null,
                problem: 'Moved by Maria Lopez after this move',
                canRetry: false,
              },
            ],
          })
        : undefined,
  });
  await person.click(screen.getByRole('switch', { name: 'All Down, 1 online' }));
  const undo = (await findPanel('Down')).getByRole('button', { name: 'Undo' });
  expect(undo).toHaveAccessibleDescription('Acme · City Hall');
  await person.dblClick(undo);
  const panel = await findPanel('Undo Down');
  expect(panel.getByRole('listitem')).toHaveTextContent('Moved by Maria Lopez after this move');
  expect(panel.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(calls.filter(({ path }) => path.endsWith('/undo'))).toHaveLength(1);
});

test('the result of a mass move shows a message if the move has already been undone in another browser', async () => {
  const { person } = await renderPage(page, {
    user: makeUser('master'),
    flags: [makeFlag({ id: 'one', name: 'One' })],
    answer: (_, path) => (path.endsWith('/undo') ? Response.json({ flags: [] }) : undefined),
  });
  await person.click(screen.getByRole('switch', { name: 'All Down, 1 online' }));
  const panel = await findPanel('Down');
  await person.click(panel.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Already undone.')).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Undo/ })).toBeNull();
});

test('the result of a mass move offers Undo after a reload, unless the user has closed the result', async () => {
  // The pole is where it was sent, so there is nothing else to show.
  const down = { flagUp: false, flagDown: true };
  const said = { ...down, flagHalf: false, lastSeen: Date.now() / 1000 };
  const flag = makeFlag({ id: 'one', name: 'One' }, node({ ...down, reported: said }));
  const move = {
    ...moveAnswer({ control: 'down', flagIds: ['one', 'gone'] }),
    poles: [flag],
  };
  const answer: Answer = (method, path) =>
    method === 'GET' && path === '/api/moves' ? Response.json([move]) : undefined;
  const options = { user: makeUser('master'), flags: [flag], answer };
  const { person, unmount } = await renderPage(page, options);
  const panel = await findPanel('Down');
  expect(panel.getByRole('button', { name: 'Undo' })).toBeVisible();
  await person.click(panel.getByRole('button', { name: 'Close result: Down' }));
  unmount();
  act(() => bulkActions.reset());
  const { calls } = await renderPage(page, options);
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/moves')).toBe(true));
  expect(screen.queryByRole('region', { name: /result/ })).toBeNull();
});

test('the result of a mass move has the same title before and after a reload', async () => {
  const flag = makeFlag({ id: 'one', name: 'One' }, silentNode(10));
  const user = makeUser('master');
  let moves: ListedMove[] = [];
  const options = {
    user,
    flags: [flag],
    answer: ((method, path) =>
      method === 'GET' && path === '/api/moves' ? Response.json(moves) : undefined) as Answer,
  };
  const { person, unmount } = await renderPage(page, options);
  await person.click(screen.getByRole('checkbox', { name: 'Select One' }));
  const bar = within(screen.getByRole('region', { name: 'Selected flags' }));
  await person.click(bar.getByRole('button', { name: 'Down' }));
  const title = (await findPanel('Down')).getByRole('heading').textContent;
  unmount();
  act(() => bulkActions.reset());
  moves = [{ ...moveAnswer({ control: 'down', flagIds: ['one'] }), poles: [flag] }];
  await renderPage(page, options);
  expect((await findPanel('Down')).getByRole('heading').textContent).toBe(title);
});

test("the result of a mass move, with its Undo button, appears without a reload in the user's other browser until the move is undone", async () => {
  const user = makeUser('company_user');
  const flag = makeFlag({ id: 'one', flagId: 'p-1', name: 'One' });
  const moves: ListedMove[] = [];
  const other = makeFlag({ id: 'two', flagId: 'p-2', name: 'Two' });
  const { transport } = await renderPage(page, {
    user,
    flags: [flag, other],
    answer: (method, path) =>
      method === 'GET' && path === '/api/moves' ? Response.json(moves) : undefined,
  });
  const command = (id: string, by = user.id) => ({ id, issuedAt: Date.now(), by });
  const report = (pole: Flag, id: string, by?: string) =>
    act(() => transport.report(pole, node({ command: command(id, by) })));
  report(flag, 'before');
  report(other, 'before');
  moves.unshift({ ...moveAnswer({ control: 'down', flagIds: ['one'] }), poles: [flag] });
  report(flag, 'server-1');
  expect((await findPanel('Down')).getByRole('button', { name: 'Undo' })).toBeVisible();
  // A move at another pole does not hide it.
  moves.unshift({ ...moveAnswer({ control: 'half', flagIds: ['two'] }), poles: [other] });
  report(other, 'server-2');
  expect((await findPanel('Half')).getByRole('button', { name: 'Undo' })).toBeVisible();
  expect((await findPanel('Down')).getByRole('button', { name: 'Undo' })).toBeVisible();
  moves.pop();
  report(flag, 'server-3');
  await waitFor(() => expect(undoButtons()).toHaveLength(1), { timeout: 3000 });
});
