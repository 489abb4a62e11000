import type { Activity, TimelineItem } from '@halyard/domain';
import { expect, test } from 'vitest';
import { storyOf } from './positionStory.ts';

type Position = 'up' | 'half' | 'down';

const report = (at: number, position: Position, before: Position | null, isOnline = true) =>
  ({
    id: `r${at}`,
    at,
    kind: 'report',
    isOnline,
    position,
    before: before && { isOnline: true, position: before },
  }) satisfies TimelineItem;

const command = (at: number, position: Position, actor: Activity['actor']) =>
  ({
    id: `a${at}`,
    at,
    kind: 'activity',
    entry: {
      id: at,
      at,
      kind: 'flag.command',
      outcome: 'confirmed',
      actor,
      channel: 'console',
      address: null,
      companyId: null,
      company: null,
      flagId: 'f',
      subject: 'Main',
      detail: { position },
    },
  }) satisfies TimelineItem;

const plan = (at: number, title: string) =>
  ({
    id: `p${at}`,
    at,
    kind: 'plan',
    position: 'half',
    by: 'the President',
    title,
    isNothing: false,
    until: null,
  }) satisfies TimelineItem;

const ANN = { kind: 'person', id: 'u1', name: 'Ann Lee' } as const;
const ENGINE = { kind: 'engine', id: 'half-staff', name: 'Autopilot' } as const;

test("a pole's position is attributed to the user whose command moved it", () => {
  const items = [report(9_000, 'half', 'up'), command(5_000, 'half', ANN)];
  expect(storyOf(items, 'half')).toEqual({ since: 9_000, by: 'Ann Lee', why: null });
});

test("a pole's position dates from the confirmed command if the history does not contain the pole's report yet", () => {
  const items = [command(5_000, 'half', ANN), report(1_000, 'up', 'half')];
  expect(storyOf(items, 'half')).toEqual({ since: 5_000, by: 'Ann Lee', why: null });
  expect(storyOf([report(6_000, 'up', 'half'), ...items], 'half')).toBeNull();
});

test("a pole's position is attributed to the order that autopilot followed", () => {
  const items = [
    report(9_000, 'half', 'up'),
    command(5_000, 'half', ENGINE),
    plan(4_900, 'Memorial Day'),
  ];
  expect(storyOf(items, 'half')).toEqual({ since: 9_000, by: 'Autopilot', why: 'Memorial Day' });
});

test("a pole's position dates from the first report of that position, even if the pole was offline in between", () => {
  const items = [
    report(30_000, 'down', 'down'),
    report(20_000, 'down', 'down', false),
    report(9_000, 'down', 'up'),
    command(5_000, 'down', ANN),
  ];
  expect(storyOf(items, 'down')).toEqual({ since: 9_000, by: 'Ann Lee', why: null });
});

test("a pole's position is not attributed to a command that had expired or requested a different position", () => {
  const long = 20 * 60_000;
  const items = [report(long, 'up', 'down'), command(1_000, 'up', ANN)];
  expect(storyOf(items, 'up')).toEqual({ since: long, by: null, why: null });
  expect(storyOf(items, 'half')).toBeNull();
  expect(storyOf([], 'up')).toBeNull();
});
