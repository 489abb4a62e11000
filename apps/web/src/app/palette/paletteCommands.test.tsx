import type { Flag, MoveCreate } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { bulkActions } from '@/flags/commands/bulkActions.ts';
import { makeFlag, makeUser, node, silentNode } from '@/flags/testing/flags.ts';
import { moveAnswer } from '@/flags/testing/moves.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import type { Handler } from '@/testing/server.ts';
import { group, open, show, WORLD } from './testing/palette.tsx';

afterEach(() => act(() => bulkActions.reset()));

describe('commands in the command palette', () => {
  const pole = (id: string, name: string, raw: unknown = node(), changes: Partial<Flag> = {}) =>
    makeFlag({ id, name, flagId: `F-${id}`, ...changes }, raw);
  const lock = { reason: 'Rope', by: 'ann-id', byName: 'ann', at: Date.now() };
  const depot = { location: 'Depot', locationId: 'depot' };
  const flags = [
    pole('entrance', 'Main Entrance'),
    pole('gate', 'Main Gate'),
    pole('away', 'Crane Yard', silentNode(3_600)),
    pole('shut', 'Workshop', node({ lock })),
    pole('d1', 'First', node(), depot),
    pole('d2', 'Second', node({ flagUp: false, flagDown: true }), depot),
  ];
  /** Shows the palette. @returns its helpers, and the calls to the server */
  const setUp = (user = makeUser('employee')) => {
    const calls: { name: string; body: unknown }[] = [];
    const record = (name: string, answer: (body: unknown) => unknown): [string, Handler] => [
      name,
      (body) => {
        calls.push({ name, body });
        return { body: answer(body) };
      },
    ];
    const view = show(
      user,
      { ...WORLD, flags },
      Object.fromEntries([
        ...flags.map((flag) => record(`PATCH /api/flags/${flag.id}`, () => flag)),
        record('POST /api/moves', (body) => moveAnswer(body as MoveCreate)),
      ]),
    );
    return { ...view, calls };
  };
  const active = () => screen.queryByRole('option', { selected: true });

  test('lower the pole whose name the user types, and open its page', async () => {
    const { calls, history } = setUp();
    await userEvent.type(await open(), 'lower Main Entr');
    await waitFor(() =>
      expect(active()).toHaveTextContent('Lower Main Entrance, City HallF-entrance · Acme'),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe('/flags/entrance'));
    expect(await screen.findByText('Switch updated')).toBeVisible();
    const switches = [
      { id: 1, label: 'Flag Up', state: false },
      { id: 2, label: 'Flag Down', state: true },
    ];
    expect(calls).toMatchObject([{ name: 'PATCH /api/flags/entrance' }]);
    expect((calls[0]!.body as { switches: unknown[] }).switches).toEqual(
      switches.map(({ label, state }) => expect.objectContaining({ label, state })),
    );
    // The pole's page becomes a recent entry; the command never does.
    expect(localStorage.getItem('palette-recent')).toContain('"flag entrance"');
  });

  test.each([
    'lower main',
    'lowr main entrance',
    'lower',
    'lamp main entrance',
    'lower crane',
    'lower nowhere',
  ])('move no pole if the user types “%s” and presses Enter', async (typed) => {
    const { calls, history } = setUp();
    const field = await open();
    await userEvent.type(field, 'main');
    await screen.findAllByRole('option', { name: /Main Entrance/ });
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(calls).toEqual([]);
    expect(history.at(-1)).toBe('/profile');
  });

  test('let the user choose among several matches with the arrow keys, and preselect none', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'lower main');
    expect(await screen.findByText(/select one with the arrow keys/)).toBeVisible();
    expect(active()).toBeNull();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toHaveTextContent('Lower Main Gate');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['PATCH /api/flags/gate']));
  });

  test('show why they are unavailable, and are updated when a pole is locked', async () => {
    const { calls } = setUp();
    const field = await open();
    const offers = async (typed: string, text: RegExp) => {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      const option = await screen.findByRole('option', { name: text });
      expect(option).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(option);
    };
    await offers('lower crane', /Lower Crane Yard, City Hall.*Offline, last seen/);
    await offers('half workshop', /half-staff: Workshop, City Hall.*Locked/);
    await offers('raise main entrance', /Raise Main Entrance, City Hall.*Already up/);
    await offers('lock workshop', /Lock Workshop.*Locked by ann/);
    expect(calls).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, 'half main entrance');
    await waitFor(() => expect(active()).toHaveTextContent('half-staff: Main Entrance'));
    expect(active()).not.toHaveAttribute('aria-disabled');
    act(() => flagStore.accept([pole('entrance', 'Main Entrance', node({ lock }))]));
    await waitFor(() => expect(active()).toHaveTextContent('Locked'));
    await userEvent.keyboard('{Enter}');
    expect(field).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('ask for confirmation before moving a location, and move exactly the poles that the confirmation lists', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'half depot');
    await waitFor(() => expect(active()).toHaveTextContent('2 poles at Depot'));
    await userEvent.keyboard('{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'All Half: 2 poles' });
    expect(question).toHaveTextContent('Depot, Acme');
    expect(calls).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Move 2 poles' }));
    // The plan contains exactly the poles that the confirmation showed.
    await waitFor(() =>
      expect(calls).toEqual([
        { name: 'POST /api/moves', body: { control: 'half', plan: expect.any(String) } },
      ]),
    );
    const answer = moveAnswer(calls[0]!.body as MoveCreate);
    expect(answer.flags.map(({ flagId }) => flagId).sort()).toEqual(['d1', 'd2']);
  });

  test('turn on all lamps at a location instead of toggling each', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'lamp on depot');
    await waitFor(() => expect(active()).toHaveTextContent('2 poles at Depot'));
    await userEvent.keyboard('{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'All lamps on: 2 poles' });
    await userEvent.click(within(question).getByRole('button', { name: 'Turn on 2 lamps' }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ control: 'lamps-on' }));
  });

  test.each([
    ['lock main entrance', '/flags/entrance?dialog=lock:entrance'],
    ['test main entrance', '/flags/entrance?dialog=test:entrance'],
    ['history main entrance', '/flags/entrance?tab=history'],
    ['timeline main entrance', '/flags/entrance'],
  ])('open the right page for “%s”: %s', async (typed, path) => {
    const { calls, history } = setUp();
    await userEvent.type(await open(), typed);
    await waitFor(() => expect(active()).toHaveTextContent(/Main Entrance, City Hall/));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe(path));
    expect(calls).toEqual([]);
  });

  test('that move, lock or test poles are hidden from view-only users, but history commands are not', async () => {
    setUp(makeUser('employee', { mayMovePoles: false }));
    const field = await open();
    for (const typed of ['lower main entrance', 'lock main entrance', 'test main entrance']) {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      expect(screen.getByText('You can’t move flags')).toBeVisible();
      expect(screen.queryByRole('group', { name: 'Commands' })).toBeNull();
    }
    await userEvent.clear(field);
    await userEvent.type(field, 'history main entrance');
    await waitFor(() => expect(group('Commands')).toHaveLength(1));
  });

  test('rank below a pole whose name begins with the typed command', async () => {
    const { history } = show(makeUser('employee'), {
      flags: [pole('lot', 'Lower Lot'), pole('x', 'Other', node(), { location: 'Lot 7' })],
    });
    await userEvent.type(await open(), 'lower lot');
    await waitFor(() => expect(active()).toHaveTextContent(/^Lower LotF-lot/));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe('/flags/lot'));
  });
});
