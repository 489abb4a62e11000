import type { Flag } from '@halyard/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { FlagStore } from '@/lib/realtime/flagStore.ts';
import { makeFlag, node, silentNode } from '../testing/flags.ts';
import { BulkActions } from './bulkActions.ts';
import type { BulkItem } from './judge.ts';

let now: number;
let tick: () => void;
let ticking: number;
let store: FlagStore;
let actions: BulkActions;
let watched: Set<string>;

beforeEach(() => {
  now = Date.now();
  ticking = 0;
  watched = new Set();
  store = new FlagStore({ now: () => now, frame: (run) => run() });
  actions = new BulkActions({
    stateOf: (id) => store.state(id),
    watch: (id) => {
      watched.add(id);
      return () => watched.delete(id);
    },
    now: () => now,
    onTick: (listener) => {
      ticking++;
      tick = () => {
        store.tick();
        listener();
      };
      return () => ticking--;
    },
  });
});

const wanted = { flagUp: false, flagDown: true };
const said = (lastSeen: number) => ({ reported: { ...wanted, flagHalf: false, lastSeen } });
const item = (flag: Flag, stage: 'sending' | 'not-asked' = 'sending'): BulkItem => ({
  flag,
  field: 'flagDown',
  on: true,
  command: { stage },
});
const sent = (flags: Flag[], id = 'c') =>
  new Map(flags.map((flag) => [flag.id, { commandId: id, problem: null }]));
const report = ({ id, flagId, name }: Flag, more: object) =>
  store.accept([
    makeFlag(
      { id, flagId, name },
      node({ ...wanted, command: { id: 'c', issuedAt: now, by: 'u' }, ...more }),
    ),
  ]);
const summary = () =>
  actions
    .getSnapshot()
    .reports.map(({ label, total, followed, waiting, failed }) => [
      `${label}: ${followed}/${total}, ${waiting} waiting`,
      ...failed.map(({ flag, cause }) => `${flag.name}: ${cause}`),
    ]);

describe('a mass move', () => {
  test('waits for each pole to confirm, until all have confirmed or the user closes the results', () => {
    const [good, stuck] = [makeFlag({ name: 'Good' }), makeFlag({ name: 'Stuck' })];
    store.accept([good, stuck]);
    const id = actions.begin('All Down', [item(good), item(stuck)]);
    expect([...watched]).toEqual([good.id, stuck.id]);
    actions.setOutcomes(id, sent([good, stuck]));
    report(good, said(now / 1000));
    tick();
    expect([...watched]).toEqual([stuck.id]);
    actions.close(id);
    expect([...watched]).toEqual([]);
  });

  test('announces its result once each pole has responded or timed out, then lists the failed poles', () => {
    const [good, stuck] = [makeFlag({ name: 'Good' }), makeFlag({ name: 'Stuck' })];
    const away = makeFlag({ name: 'Away' }, silentNode(725));
    store.accept([good, stuck, away]);
    const id = actions.begin('All Down', [item(good), item(stuck), item(away, 'not-asked')]);
    expect(summary()).toEqual([
      ['All Down: 0/3, 2 waiting', 'Away: Offline, last seen 12 min ago'],
    ]);
    report(good, {});
    report(stuck, {});
    actions.setOutcomes(id, sent([good, stuck]));
    report(good, said(now / 1000));
    tick();
    expect(summary()[0]![0]).toBe('All Down: 1/3, 1 waiting');
    expect(actions.getSnapshot().announcement).toBe('');
    now += 15_000;
    tick();
    expect(summary()).toEqual([
      [
        'All Down: 1/3, 0 waiting',
        'Stuck: Not confirmed after 15 sec; reports Up',
        'Away: Offline, last seen 12 min ago',
      ],
    ]);
    expect(actions.getSnapshot().announcement).toBe('All Down: 1 of 3 poles confirmed');
    // A late confirmation still counts.
    report(stuck, said(now / 1000));
    tick();
    expect(summary()[0]![0]).toBe('All Down: 2/3, 0 waiting');
  });

  test('announces its result, removes it from the screen and stops its timer once every pole has confirmed', () => {
    const flag = makeFlag();
    store.accept([flag]);
    const id = actions.begin('All Down', [item(flag)]);
    report(flag, {});
    actions.setOutcomes(id, sent([flag]));
    report(flag, said(now / 1000));
    tick();
    expect(actions.getSnapshot()).toEqual({
      reports: [],
      announcement: 'All Down: 1 of 1 poles confirmed',
    });
    expect(ticking).toBe(0);
  });

  test('shows the result of Undo for a short time after every pole has confirmed', () => {
    const flag = makeFlag();
    store.accept([flag]);
    const id = actions.begin('Undo All Down', [item(flag)], { undoes: 'move' });
    expect(summary()).toEqual([['Undo All Down: 0/1, 1 waiting']]);
    report(flag, {});
    actions.setOutcomes(id, sent([flag]));
    report(flag, said(now / 1000));
    tick();
    expect(summary()).toEqual([['Undo All Down: 1/1, 0 waiting']]);
    now += 10_000;
    tick();
    expect(summary()).toEqual([]);
    expect(ticking).toBe(0);
  });

  test('still counts a pole as confirmed if the pole moves again later', () => {
    const [good, away] = [makeFlag(), makeFlag({}, silentNode(900))];
    store.accept([good, away]);
    const id = actions.begin('All Down', [item(good), item(away, 'not-asked')]);
    report(good, {});
    actions.setOutcomes(id, sent([good]));
    report(good, said(now / 1000));
    tick();
    report(good, { flagUp: true, flagDown: false });
    tick();
    expect(summary()[0]![0]).toBe('All Down: 1/2, 0 waiting');
  });

  test('offers a retry only for poles that a command can reach, and announces the new result', () => {
    const [refused, away] = [makeFlag(), makeFlag({}, silentNode(900))];
    store.accept([refused, away]);
    const id = actions.begin('All Down', [item(refused), item(away, 'not-asked')]);
    actions.setOutcomes(
      id,
      new Map([
        [refused.id, { commandId: null, problem: 'Refused: no', isRefused: true, canRetry: true }],
      ]),
    );
    expect(actions.getSnapshot().announcement).toBe('All Down: 0 of 2 poles confirmed');
    const again = actions.retryable(id);
    expect(again.map(({ flag }) => flag.id)).toEqual([refused.id]);
    actions.sending(id, again);
    expect(actions.getSnapshot().announcement).toBe('');
    report(refused, {});
    actions.setOutcomes(id, sent([refused]));
    report(refused, said(now / 1000));
    tick();
    expect(actions.getSnapshot().announcement).toBe('All Down: 1 of 2 poles confirmed');
  });

  test('takes over any flags that it shares with an earlier pending move, which keeps its remaining flags', () => {
    const [one, two] = [makeFlag({}, silentNode(900)), makeFlag({}, silentNode(900))];
    store.accept([one, two]);
    const first = actions.begin('All Down', [item(one, 'not-asked'), item(two, 'not-asked')]);
    actions.begin('All Up', [item(two, 'not-asked')]);
    expect(summary().map(([line]) => line)).toEqual([
      'All Up: 0/1, 0 waiting',
      'All Down: 0/1, 0 waiting',
    ]);
    // While its poles are being retried, it stays on screen without failures.
    actions.sending(first, [item(one)]);
    expect(summary()[1]).toEqual(['All Down: 0/1, 1 waiting']);
    actions.close(first);
    expect(summary()).toHaveLength(1);
    actions.reset();
    expect(actions.getSnapshot()).toEqual({ reports: [], announcement: '' });
    expect(ticking).toBe(0);
  });

  const undoable = () =>
    actions
      .getSnapshot()
      .reports.filter(({ canUndo }) => canUndo)
      .map(({ label }) => label);
  const moveOf = (label: string, flags: readonly Flag[]) => {
    const move = { id: `move ${label}`, undoUntil: now + 60_000, flagIds: new Set<string>() };
    return actions.begin(
      label,
      flags.map((flag) => item(flag)),
      { moves: [move] },
    );
  };

  test('can be undone even if other flags were moved later, but not if a later move of the same flags can still be undone', () => {
    const [one, two] = [makeFlag({}, node(said(now / 1000))), makeFlag({}, node(said(now / 1000)))];
    store.accept([one, two]);
    moveOf('First', [one]);
    moveOf('Other', [two]);
    const latest = moveOf('Latest', [one]);
    tick();
    expect(undoable()).toEqual(['Latest', 'Other']);
    actions.close(latest);
    expect(undoable()).toEqual(['Other', 'First']);
    now += 60_000;
    tick();
    expect(undoable()).toEqual([]);
  });

  test('can be undone if it is one of the three latest moves whose results the user has not closed', () => {
    const flags = Array.from({ length: 4 }, () => makeFlag({}, node(said(now / 1000))));
    store.accept(flags);
    const ids = flags.map((flag, i) => {
      const id = moveOf(`Move ${i}`, [flag]);
      actions.setOutcomes(id, sent([flag]));
      return id;
    });
    expect(undoable()).toEqual(['Move 3', 'Move 2', 'Move 1']);
    actions.close(ids[2]!);
    expect(undoable()).toEqual(['Move 3', 'Move 1', 'Move 0']);
  });
});
