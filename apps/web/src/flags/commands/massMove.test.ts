import type { MassMove, MoveCreate, MovedFlag } from '@halyard/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { makeFlag, makeUser, node, silentNode } from '../testing/flags.ts';
import { connect } from '../testing/live.ts';
import { moveAnswer } from '../testing/moves.ts';
import { bulkActions } from './bulkActions.ts';
import { moveAll, retryFailed, undoAction } from './massMove.ts';

const master = makeUser('master');

afterEach(() => {
  realtime.stop();
  bulkActions.reset();
  vi.unstubAllGlobals();
});

interface Call {
  path: string;
  body: MoveCreate;
}

/**
 * Replaces the server with a stub that sends these responses. @returns the calls that it receives
 */
function serve(answer: (call: Call) => Response | Promise<Response>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const call = { path, body: body === undefined ? {} : JSON.parse(body) } as Call;
    calls.push(call);
    return answer(call);
  });
  return calls;
}
const sendsAll = ({ body }: Call) => Response.json(moveAnswer(body));
const refuses =
  (refused: Record<string, string>) =>
  ({ body }: Call) =>
    Response.json(moveAnswer(body, refused));

const shown = (id: string) =>
  flagStore
    .state(id)!
    .view.switches.filter((one) => one.state)
    .map((one) => one.field);
const reports = () => bulkActions.getSnapshot().reports;
const causes = () => reports().flatMap(({ failed }) => failed.map(({ cause }) => cause));

describe('a mass move', () => {
  test('moves all online flags with one API call, and shows the move before the server responds', async () => {
    const flags = [makeFlag(), makeFlag({ companyId: 'birch' }), makeFlag({}, silentNode(900))];
    await connect(master, flags);
    const calls = serve(sendsAll);
    const moved = moveAll(flags, 'half', 'u');
    expect(shown(flags[0]!.id)).toEqual(['flagHalf']);
    expect(await moved).toEqual({ updated: 2, failed: 0, refused: 0, path: 'live' });
    expect(calls).toEqual([
      {
        path: '/api/moves',
        body: { control: 'half', flagIds: flags.slice(0, 2).map((f) => f.id) },
      },
    ]);
  });

  test('shows how many flags the server refused to move, and reverts only those flags', async () => {
    const flags = [makeFlag(), makeFlag()];
    await connect(master, flags);
    serve(refuses({ [flags[1]!.id]: 'Locked by ann' }));
    expect(await moveAll(flags, 'down', 'u')).toMatchObject({ updated: 1, failed: 1, refused: 1 });
    expect(flags.map(({ id }) => shown(id))).toEqual([['flagDown'], ['flagUp']]);
  });

  test.each([
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), 0],
    ['an error', () => new Response('Too many attempts.', { status: 429 }), 2],
  ])('reverts all flags after %s', async (_, answer, refused) => {
    const flags = [makeFlag(), makeFlag()];
    await connect(master, flags);
    serve(answer);
    expect(await moveAll(flags, 'down', 'u')).toMatchObject({ updated: 0, failed: 2, refused });
    expect(shown(flags[0]!.id)).toEqual(['flagUp']);
  });

  test('does not call the server while commands cannot be sent', async () => {
    const flags = [makeFlag(), makeFlag()];
    const transport = await connect(master, flags);
    transport.setConnected(false);
    const calls = serve(sendsAll);
    expect(await moveAll(flags, 'up', 'u')).toMatchObject({ updated: 0, failed: 2 });
    expect(calls).toEqual([]);
  });

  test('toggles each lamp, or turns all of them on or off', async () => {
    const lit = makeFlag(
      {},
      node({ lamp: true, reported: { lamp: true, lastSeen: Date.now() / 1000 } }),
    );
    const dark = makeFlag();
    await connect(master, [lit, dark]);
    const calls = serve(sendsAll);
    const lamps = () => [lit, dark].map(({ id }) => shown(id).includes('lamp'));
    void moveAll([lit, dark], 'toggle-lamps', 'u');
    expect(lamps()).toEqual([false, true]);
    await moveAll([lit, dark], 'lamps-on', 'u');
    expect(lamps()).toEqual([true, true]);
    expect(calls.map(({ body }) => body.control)).toEqual(['toggle-lamps', 'lamps-on']);
  });
});

describe('failed poles of a mass move', () => {
  test('are listed with the reasons, and Retry sends only the rejected commands again', async () => {
    const lock = { reason: 'Rope frayed', by: 'a', byName: 'ann', at: 0 };
    const flags = [
      makeFlag(),
      makeFlag({}, silentNode(900)),
      makeFlag({}, node({ lock })),
      makeFlag(),
    ];
    await connect(master, flags);
    const [bad] = flags as [(typeof flags)[0]];
    const calls = serve(refuses({ [bad.id]: 'Couldn’t save the command. Try again.' }));
    await moveAll(flags, 'down', 'u');
    expect(causes()).toEqual([
      'Rejected: Couldn’t save the command. Try again.',
      'Offline, last seen 15 min ago',
      expect.stringMatching(/^Locked by ann since .+: Rope frayed$/),
    ]);
    const { id } = reports()[0]!;
    const [move] = bulkActions.movesOf(id);
    expect(await retryFailed(id, 'u')).toMatchObject({ failed: 1 });
    expect(calls.at(-1)).toEqual({
      path: `/api/moves/${move!.id}/retry`,
      body: { flagIds: [bad.id] },
    });
  });

  test('can be retried with the original target state if the first call got no response', async () => {
    const flag = makeFlag({}, node({ reported: { lamp: false, lastSeen: Date.now() / 1000 } }));
    await connect(master, [flag]);
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await moveAll([flag], 'toggle-lamps', 'u');
    const calls = serve(sendsAll);
    await retryFailed(reports()[0]!.id, 'u');
    expect(calls).toEqual([
      { path: '/api/moves', body: { control: 'lamps-on', flagIds: [flag.id] } },
    ]);
  });
});

describe('Undo for a mass move', () => {
  const undone = (flagId: string, problem: string | null, canRetry = false): MovedFlag => ({
    flagId,
    position: 'up',
    lamp: null,
    commandId: problem === null ? `u-${flagId}` : null,
    problem,
    canRetry,
  });

  test('is offered for 15 minutes after the latest move, and lists the poles that someone else has moved since', async () => {
    const flags = [
      makeFlag({ name: 'Good' }),
      makeFlag({ name: 'Moved' }),
      makeFlag({ name: 'Away' }),
    ];
    await connect(master, flags);
    const [good, moved, away] = flags.map(({ id }) => id) as [string, string, string];
    const calls = serve((call) =>
      call.path.endsWith('/undo')
        ? Response.json({
            flags: [
              undone(good, null),
              undone(moved, 'Moved by Maria Lopez after this move'),
              undone(away, 'Offline', true),
            ],
          })
        : sendsAll(call),
    );
    await moveAll(flags, 'half', 'u');
    await moveAll(flags, 'down', 'u');
    expect(reports().map(({ label, canUndo }) => [label, canUndo])).toEqual([['Down', true]]);
    const [move] = bulkActions.movesOf(reports()[0]!.id);
    await undoAction(reports()[0]!.id);
    expect(calls.at(-1)!.path).toBe(`/api/moves/${move!.id}/undo`);
    const [report] = reports();
    expect(report).toMatchObject({ label: 'Undo Down', canUndo: false });
    expect(
      report!.failed.map(({ flag, cause, hindrance }) => [flag.name, cause, hindrance]),
    ).toEqual([['Moved', 'Moved by Maria Lopez after this move', 'refused']]);
    expect(bulkActions.retryable(report!.id).map(({ flag }) => flag.name)).toEqual([]);
  });

  test('shows no result if the move was undone in another browser', async () => {
    const flag = makeFlag();
    await connect(master, [flag]);
    serve((call) => (call.path.endsWith('/undo') ? Response.json({ flags: [] }) : sendsAll(call)));
    await moveAll([flag], 'down', 'u');
    expect(await undoAction(reports()[0]!.id)).toBe(false);
    expect(reports()).toEqual([]);
  });

  test('stays available if undoing the move fails', async () => {
    const flag = makeFlag();
    await connect(master, [flag]);
    serve((call) =>
      call.path.endsWith('/undo') ? new Response('Busy', { status: 503 }) : sendsAll(call),
    );
    await moveAll([flag], 'down', 'u');
    await expect(undoAction(reports()[0]!.id)).rejects.toThrow('Busy');
    expect(reports()[0]).toMatchObject({ label: 'Down', canUndo: true });
  });

  test('is not offered for a move that the server has not stored', async () => {
    const flag = makeFlag();
    await connect(master, [flag]);
    serve(() => Promise.reject(new TypeError('Failed to fetch')));
    await moveAll([flag], 'down', 'u');
    expect(reports()[0]).toMatchObject({ canUndo: false });
  });

  test('is not offered for a move that is too old', async () => {
    const flag = makeFlag();
    await connect(master, [flag]);
    serve(({ body }) =>
      Response.json({ ...moveAnswer(body), undoUntil: Date.now() - 1 } satisfies MassMove),
    );
    await moveAll([flag], 'down', 'u');
    expect(reports().some(({ canUndo }) => canUndo)).toBe(false);
  });
});
