import { ABSENT_RECORD, ALL_OFF, newCommand } from '@halyard/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFlag, node, silentNode } from '@/flags/testing/flags.ts';
import { FlagStore } from './flagStore.ts';

let now = Date.now();
let frames: (() => void)[] = [];
let store: FlagStore;

function runFrame() {
  const due = frames;
  frames = [];
  for (const run of due) run();
}

const goDown = (id: string, issuedAt: number) =>
  newCommand(ABSENT_RECORD, { ...ALL_OFF, flagDown: true }, { by: 'u', id, issuedAt });

function isUp(id: string) {
  return store.state(id)?.view.switches[0]?.state;
}

beforeEach(() => {
  now = Date.now();
  frames = [];
  store = new FlagStore({ now: () => now, frame: (run) => frames.push(run) });
});

describe('the flag store', () => {
  test('updates only the rows of changed flags, at most once per animation frame', () => {
    const [a, b] = [makeFlag(), makeFlag()];
    store.accept([a, b]);
    runFrame();
    const [listenerA, listenerB, anyListener] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe(a.id, listenerA);
    store.subscribe(b.id, listenerB);
    store.subscribeAny(anyListener);
    for (let volts = 41; volts < 43; volts += 0.01) {
      store.receive(a, node({ voltage: volts }));
    }
    expect(frames).toHaveLength(1);
    expect(store.state(a.id)?.view.voltage).toBe(42);
    runFrame();
    expect(listenerA).toHaveBeenCalledTimes(1);
    expect(listenerB).not.toHaveBeenCalled();
    expect(anyListener).toHaveBeenCalledTimes(1);
    expect(store.state(a.id)?.view.voltage).toBeCloseTo(43, 1);
  });

  test('keeps the same state object if nothing visible has changed', () => {
    const flag = makeFlag({}, node());
    store.accept([flag]);
    const listener = vi.fn();
    store.subscribe(flag.id, listener);
    const before = store.state(flag.id);
    store.receive(flag, {
      ...node(),
      reported: { ...flag.live.reported, lastSeen: flag.live.lastSeen },
    });
    runFrame();
    expect(store.state(flag.id)).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  test('shows a flag as offline once the pole has been silent for too long, even if no new data arrives', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.receive(flag, node());
    runFrame();
    const listener = vi.fn();
    store.subscribe(flag.id, listener);
    now += 200_000;
    store.tick();
    expect(listener).not.toHaveBeenCalled();
    now += 100_000;
    store.tick();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.state(flag.id)?.view.isOnline).toBe(false);
  });

  test('shows a pending command as not confirmed when its time is up, even if no new data arrives', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.begin(flag.id, goDown('c', now));
    store.flush();
    expect(store.state(flag.id)?.view.command).toBe('pending');
    now += 15_000;
    store.tick();
    expect(store.state(flag.id)?.view.command).toBe('not-confirmed');
    expect(isUp(flag.id)).toBe(true);
  });

  test('shows a command immediately, and reverts it if it was not saved', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.begin(flag.id, goDown('c1', now));
    store.flush();
    expect(isUp(flag.id)).toBe(false);
    store.settle(flag.id, 'another command');
    store.flush();
    expect(isUp(flag.id)).toBe(false);
    store.settle(flag.id, 'c1');
    store.flush();
    expect(isUp(flag.id)).toBe(true);
  });

  test('keeps showing a saved command, unless a listener has already received a later one', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.begin(flag.id, goDown('c1', now));
    store.saved(flag.id, 'c1');
    store.flush();
    expect(store.state(flag.id)?.record.command?.id).toBe('c1');
    store.begin(flag.id, goDown('c2', now + 1));
    store.receive(flag, node({ command: { id: 'c3', issuedAt: now + 2, by: 'x' } }));
    store.saved(flag.id, 'c2');
    store.flush();
    expect(store.state(flag.id)?.record.command?.id).toBe('c3');
  });

  test('shows a flag without live data as offline, with all switches off (spec §4) and no voltage', () => {
    const flag = makeFlag();
    store.accept([flag]);
    expect(store.state(flag.id)?.view.isOnline).toBe(true);
    store.receive(flag, null);
    runFrame();
    const view = store.state(flag.id)?.view;
    expect(view).toMatchObject({ isOnline: false, voltage: null });
    expect(view?.switches.some((one) => one.state)).toBe(false);
  });

  test('prefers live values from a listener to the values in an older flag list', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.receive(flag, node({ voltage: 47 }));
    store.accept([makeFlag({ id: flag.id, flagId: flag.flagId }, node({ voltage: 41 }))]);
    runFrame();
    expect(store.state(flag.id)?.view.voltage).toBe(47);
  });

  test('keeps the last live values after a listener is lost, until the API returns newer values', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.receive(flag, node({ voltage: 47 }));
    store.endListen(flag);
    runFrame();
    expect(store.state(flag.id)?.view.voltage).toBe(47);
    store.accept([makeFlag({ id: flag.id, flagId: flag.flagId }, node({ voltage: 41 }))]);
    runFrame();
    expect(store.state(flag.id)?.view.voltage).toBe(41);
  });

  test("uses the server's online status if there is no listener, because the browser's clock may be wrong", () => {
    const flag = makeFlag({ isOnline: true }, silentNode(900));
    store.accept([flag]);
    expect(store.state(flag.id)?.view.isOnline).toBe(true);
  });

  test('lists the flags that have subscribers, and notifies its listeners when the list changes', () => {
    const [a, b] = [makeFlag(), makeFlag()];
    const listener = vi.fn();
    store.onShown(listener);
    store.accept([a, b]);
    expect(store.shown()).toEqual([]);
    const stops = [a, a, b].map(({ id }) => store.subscribe(id, () => {}));
    expect(store.shown().map(({ flagId }) => flagId)).toEqual([a.flagId, b.flagId]);
    expect(listener).toHaveBeenCalledTimes(2);
    stops[0]!();
    expect(store.shown()).toHaveLength(2);
    stops[1]!();
    expect(store.shown().map(({ flagId }) => flagId)).toEqual([b.flagId]);
    expect(listener).toHaveBeenCalledTimes(3);
  });

  test('notifies its listeners when a subscribed flag arrives or its flag ID changes', () => {
    const flag = makeFlag();
    store.subscribe(flag.id, () => {});
    const listener = vi.fn();
    store.onShown(listener);
    store.accept([flag]);
    expect(listener).toHaveBeenCalledTimes(1);
    store.accept([flag]);
    expect(listener).toHaveBeenCalledTimes(1);
    store.accept([{ ...flag, flagId: 'renamed' }]);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(store.shown().map(({ flagId }) => flagId)).toEqual(['renamed']);
  });

  test('drops flags that have not been used for 10 minutes, but only if it contains more than 2,000 flags', () => {
    const shown = makeFlag();
    const few = [shown, ...Array.from({ length: 1999 }, () => makeFlag())];
    store.accept(few);
    store.subscribe(shown.id, () => {});
    now += 11 * 60_000;
    store.tick();
    expect(store.state(few[1]!.id)).toBeDefined();
    const late = makeFlag();
    store.accept([late]);
    store.tick();
    expect(store.state(few[1]!.id)).toBeUndefined();
    expect(store.state(shown.id)).toBeDefined();
    expect(store.state(late.id)).toBeDefined();
  });

  test('forgets all flags when it is reset', () => {
    const flag = makeFlag();
    store.accept([flag]);
    store.reset();
    expect(store.state(flag.id)).toBeUndefined();
    expect(store.shown()).toEqual([]);
  });

  test('applies changes to 1,000 of 10,000 flags within one frame', () => {
    const flags = Array.from({ length: 10_000 }, () => makeFlag());
    store.accept(flags);
    const times = [0, 1, 2].map((round) => {
      const raw = node({ voltage: 40 + round });
      const before = process.cpuUsage();
      for (let n = 0; n < 1000; n++) store.receive(flags[n * 10]!, raw);
      runFrame();
      store.tick();
      const { user, system } = process.cpuUsage(before);
      expect(store.state(flags[0]!.id)?.view.voltage).toBe(40 + round);
      return (user + system) / 1000;
    });
    // CPU time, which other programs do not affect. The limit is far above the usual time, and far
    // below what a user would notice.
    expect(Math.min(...times)).toBeLessThan(250);
  });
});
