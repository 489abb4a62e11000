import type { Flag, FlagPage, PoleHalfStaff, SessionUser, Source } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerFlags } from '@/flags/testing/answerFlags.ts';
import { makeFlag, makeUser, node, seconds } from '@/flags/testing/flags.ts';
import { summaryStore } from '@/lib/realtime/summaryStore.ts';
import { renderWith, testConfig } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import MemorialDayPage from './MemorialDayPage.tsx';

/** 9:30 AM in New York on Memorial Day. */
const MORNING = Date.UTC(2026, 4, 25, 13, 30);
const HOUR_MS = 3_600_000;
const DEMO = { usernames: ['master'], password: 'halyard-demo' };
const HALF = { flagUp: false, flagHalf: true, reported: { flagHalf: true, lastSeen: seconds() } };

const STAGE = [
  makeFlag({ id: 'hq', flagId: 'TW-HQ-01', name: 'Main Entrance' }, node(HALF)),
  makeFlag({ id: 'vb', flagId: 'TW-VB-01', name: 'Boardwalk' }, node(HALF)),
  makeFlag({ id: 'mc', flagId: 'PC-MC-03', name: 'Main Lobby', autopilot: 'off' }),
];
const OTHERS = [makeFlag({ id: 'other', flagId: 'TW-HQ-02', name: 'Not on stage' }, node(HALF))];

const MEMORIAL_DAY: Source = {
  kind: 'annual-day',
  key: 'day:2026-05-25',
  keys: ['day:2026-05-25'],
  by: null,
  title: 'Memorial Day',
};
const NOON = MORNING + 2.5 * HOUR_MS;
const poleAt = (now: number): PoleHalfStaff => ({
  engine: { isOn: true, by: null, at: null },
  now,
  timeZone: 'America/New_York',
  sunrise: now + 20 * HOUR_MS,
  nextSunset: now + 10 * HOUR_MS,
  should: {
    position: 'half',
    lamp: null,
    source: MEMORIAL_DAY,
    since: null,
    until: NOON,
    nextChange: NOON,
  },
  reason: 'Half-staff since 5:49 AM EDT, for Memorial Day, until noon (12:00 PM EDT)',
  hold: null,
  coming: [{ at: NOON, position: 'up', lamp: null, source: MEMORIAL_DAY }],
  ledger: [],
});

interface Shown {
  user?: SessionUser;
  flags?: readonly Flag[];
  path?: string;
  now?: number;
  speed?: number;
  memorialDay?: 'running' | 'offered';
}

/** Shows the page as in a demo whose clock shows `now` and runs at `speed`. */
function show({
  user = makeUser('master'),
  flags = [...STAGE, ...OTHERS],
  path = '/memorial-day',
  now = MORNING,
  speed = 30,
  memorialDay = 'running',
}: Shown = {}) {
  serve({
    'GET /api/flags': () => ({ body: flags }),
    'GET /api/half-staff/now': () => ({
      body: { engineIsOn: true, now, speed, changesAt: now + HOUR_MS, inEffect: [] },
    }),
    ...Object.fromEntries(
      STAGE.map((flag) => [`GET /api/flags/${flag.id}/half-staff`, () => ({ body: poleAt(now) })]),
    ),
  });
  return renderWith(<MemorialDayPage />, {
    user,
    path,
    config: testConfig({ demo: { ...DEMO, memorialDay } }),
  });
}

const pole = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li')!);

test('the Memorial Day page shows the simulated time and the number of poles at half-staff', async () => {
  show();
  expect(await screen.findByText(/^9:3\d AM EDT$/)).toBeVisible();
  expect(screen.getByText('Monday, May 25, 2026 · 30× real time')).toBeVisible();
  expect(await screen.findByText('3 of 4 poles at half-staff')).toBeVisible();
  // One of the poles goes up.
  const { summary } = answerFlags(
    [...STAGE.slice(1), ...OTHERS, makeFlag({ id: 'hq', flagId: 'TW-HQ-01' })],
    '/api/flags?page=1&counts=true',
  ) as FlagPage;
  act(() => summaryStore.receive('summaries/all', summary));
  expect(await screen.findByText('2 of 4 poles at half-staff')).toBeVisible();
});

test('the Memorial Day page shows at most four poles, with their local time, reason and next move', async () => {
  show();
  const entrance = await pole('Main Entrance');
  expect(await entrance.findByText(/^9:3\d AM EDT$/)).toBeVisible();
  expect(entrance.getByRole('img', { name: 'Flag is at half-staff' })).toBeVisible();
  expect(entrance.getByText(/^Half-staff since 5:49 AM EDT, for Memorial Day/)).toBeVisible();
  expect(entrance.getByText('Next: Full staff: Memorial Day, 12:00 PM EDT')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(STAGE.length);
  expect(screen.queryByText('Not on stage')).toBeNull();
});

test('the Memorial Day page shows that flags of a company without autopilot must be lowered manually', async () => {
  show();
  const lobby = await pole('Main Lobby');
  expect(
    lobby.getByText('Autopilot is off for this company. Lower this flag manually.'),
  ).toBeVisible();
  expect(lobby.queryByText(/^Next:/)).toBeNull();
});

test('the Memorial Day page links back to the demo that started it, but never to another host named in the URL', async () => {
  const { unmount } = show({ path: '/memorial-day?home=3000' });
  expect(await screen.findByRole('link', { name: 'Back to the demo' })).toHaveAttribute(
    'href',
    `${window.location.protocol}//${window.location.hostname}:3000/auth`,
  );
  unmount();
  show({ path: '/memorial-day?home=evil.example' });
  expect(await screen.findByText(/^The clock and poles are simulated\./)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to the demo' })).toBeNull();
});

test('once Memorial Day is over, the Memorial Day page links to the compliance report if the user may open it', async () => {
  const evening = Date.UTC(2026, 4, 26, 3);
  const over = { now: evening, speed: 1 };
  const { unmount } = show(over);
  expect(await screen.findByRole('link', { name: 'Compliance report' })).toHaveAttribute(
    'href',
    '/half-staff/proof?source=day:2026-05-25',
  );
  expect(screen.getByText(/^Memorial Day is over\./)).toBeVisible();
  expect(screen.queryByText(/real time/)).toBeNull();
  unmount();
  show({ ...over, user: makeUser('employee', { companyId: null }) });
  expect(await screen.findByText(/^Memorial Day is over\./)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Compliance report' })).toBeNull();
});

test('the page of the simulated Memorial Day redirects to the dashboard if the simulation is not running', async () => {
  const { history } = show({ memorialDay: 'offered' });
  await waitFor(() => expect(history.at(-1)).toBe('/'));
});
