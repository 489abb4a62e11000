import type { MovePlanCreate, WrongPositionRow } from '@halyard/domain';
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { bulkActions } from '@/flags/commands/bulkActions.ts';
import { makeFlag, node } from '@/flags/testing/flags.ts';
import { moveAnswer, planAnswer } from '@/flags/testing/moves.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { WrongPositions } from './WrongPositions.tsx';
import { WrongPositionsNotice } from './WrongPositionsNotice.tsx';

afterEach(() => {
  bulkActions.reset();
  flagStore.reset();
  realtime.stop();
});

const NOW = Date.UTC(2026, 2, 2, 15);
const row = (id: string, more: Partial<WrongPositionRow> = {}): WrongPositionRow => ({
  pole: { id, name: `Pole ${id}`, location: 'City Hall', company: 'Acme', companyId: 'acme' },
  kind: 'half-staff',
  since: NOW - 3_600_000,
  timeZone: 'America/New_York',
  source: null,
  isOnline: true,
  lastHeardAt: NOW,
  request: null,
  isHeld: false,
  isLocked: false,
  isCorrectable: true,
  ...more,
});
const lowered = row('2', {
  request: { by: 'Maria Lopez', at: Date.UTC(2026, 2, 2, 12, 40) },
  isCorrectable: false,
});
const away = row('3', { isOnline: false, isCorrectable: false });
const raised = row('4', {
  kind: 'full-staff',
  isHeld: true,
  isCorrectable: false,
  source: {
    kind: 'order',
    key: 'order:o',
    keys: ['order:o'],
    by: 'the President',
    title: 'Mourning',
  },
});

function show(poles: readonly WrongPositionRow[], more = {}) {
  serve({ 'GET /api/half-staff/wrong-positions': () => ({ body: { now: NOW, poles } }), ...more });
  return renderWith(<WrongPositions maySwitch />, { user: testUser(), path: '/half-staff' });
}

test('the list of wrong positions shows how many flags have not been checked yet, and refetches until all are checked', async () => {
  let unchecked = 90_000;
  const { unmount } = show([], {
    'GET /api/half-staff/wrong-positions': () => ({ body: { now: NOW, poles: [], unchecked } }),
  });
  expect(await screen.findByRole('status')).toHaveTextContent(
    'Checking the positions of 90,000 more flags…',
  );
  unchecked = 0;
  await waitForElementToBeRemoved(() => screen.queryByRole('status'), { timeout: 10_000 });
  unmount();
});

test('the list of wrong positions shows who moved each flag and when, and says which positions are only the last known ones', async () => {
  show([away, row('1'), lowered, raised]);
  const half = await screen.findByRole('list', { name: 'At half-staff with nothing in effect' });
  const items = within(half).getAllByRole('listitem');
  // Positions that are known for certain come first.
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Since 9:00 AM EST'),
    expect.stringContaining('Lowered by Maria Lopez at 7:40 AM EST'),
    expect.stringMatching(/Offline since .*Showing the last known position\./),
  ]);
  const full = screen.getByRole('list', { name: 'At full staff though half-staff is in effect' });
  expect(full).toHaveTextContent('Mourning is in effect · Held');
});

test('the list of wrong positions asks for confirmation, then corrects only poles that no one has moved, held or locked since', async () => {
  const planned: unknown[] = [];
  const sent: unknown[] = [];
  const half = { flagUp: false, flagHalf: true };
  const said = { ...half, flagDown: false, lamp: false, lastSeen: Date.now() / 1000 };
  const flags = ['1', '2', '5'].map((id) =>
    makeFlag({ id, flagId: id, name: `Pole ${id}` }, node({ ...half, reported: said })),
  );
  const move = moveAnswer({ control: 'up', flagIds: ['1'] });
  show([row('1'), lowered, away, row('5')], {
    'POST /api/moves/plans': (body: unknown) => {
      planned.push(body);
      const { control } = body as MovePlanCreate;
      return { body: planAnswer({ control, flagIds: ['1', '5'] }, flags) };
    },
    'POST /api/half-staff/wrong-positions/fix': (body: unknown) => {
      sent.push(body);
      return { body: { sent: 1, leftOut: 1, move } };
    },
  });
  const config = testConfig().realtime;
  realtime.start({ config, user: testUser(), onRevision: () => {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Raise 2 flags' }));
  const ask = await screen.findByRole('alertdialog', { name: 'Raise: 2 poles' });
  expect(ask).toHaveTextContent('City Hall, Acme');
  expect(ask).toHaveTextContent('Now: at half-staff');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('1 command sent')).toBeVisible();
  expect(screen.getByText('1 flag skipped')).toBeVisible();
  expect(planned).toEqual([{ control: 'up', wrongPosition: 'half-staff' }]);
  expect(sent).toEqual([{ kind: 'half-staff', ids: ['1', '5'] }]);
  const [report] = bulkActions.getSnapshot().reports;
  expect(report).toMatchObject({ label: 'Up', canUndo: true });
  expect(report?.failed.map(({ flag, cause, hindrance }) => [flag.id, cause, hindrance])).toEqual([
    ['5', 'Position already correct, or flag moved or held by a user', 'refused'],
  ]);
});

test('the list of wrong positions lets a user enter a reason and an end time for a lowered flag, and suggests sunset as the end time', async () => {
  const sent: unknown[] = [];
  const nextSunset = Date.UTC(2026, 2, 2, 22, 50);
  const status = {
    engine: { isOn: true, by: 'pat', at: 1 },
    now: NOW,
    timeZone: 'America/New_York',
    nextSunset,
  };
  show([lowered], {
    'GET /api/flags/2/half-staff': () => ({ body: status }),
    'POST /api/flags/2/hold': (body: unknown) => {
      sent.push(body);
      return { body: status };
    },
  });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Enter a reason and end time for Pole 2' }),
  );
  const dialog = await screen.findByRole('dialog', { name: 'Enter a reason and end time' });
  expect(await within(dialog).findByText('Until sunset, 5:50 PM EST')).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Reason is required')).toBeVisible();
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Funeral of a teacher');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Hold set')).toBeVisible();
  expect(sent).toEqual([
    { reason: 'Funeral of a teacher', expires: { kind: 'at', at: nextSunset } },
  ]);
});

test('the dashboard shows only the number of flags in the wrong position, and a button that opens the list', async () => {
  serve({
    'GET /api/half-staff/wrong-positions': () => ({ body: { now: NOW, poles: [row('1'), away] } }),
  });
  renderWith(<WrongPositionsNotice user={testUser()} />, { user: testUser(), path: '/' });
  expect(await screen.findByText('2 flags in the wrong position')).toBeVisible();
  expect(screen.getByText('1 offline')).toBeVisible();
  const list = { name: 'At half-staff with nothing in effect' };
  expect(screen.queryByRole('list', list)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByRole('list', list)).toBeVisible();
});

test('a long list of wrong positions is fetched page by page, and the server searches it', async () => {
  const poles = Array.from({ length: 25 }, (_, index) => row(String(index + 10)));
  const served = serve({
    'GET /api/half-staff/wrong-positions': () => ({
      body: { now: NOW, poles: [...poles, raised] },
    }),
  });
  const called = () =>
    served.mock.calls.map(([input]) => new URL(String(input), 'http://localhost').search);
  const { history } = renderWith(<WrongPositions maySwitch />, {
    user: testUser(),
    path: '/half-staff',
  });
  const label = 'At half-staff with nothing in effect';
  const list = () => screen.getByRole('list', { name: label });
  const pages = await screen.findByRole('navigation', { name: `Pagination for ${label}` });
  expect(await within(pages).findByText('Showing 1-10 of 25 total items')).toBeVisible();
  expect(within(list()).getAllByRole('listitem')).toHaveLength(10);
  await userEvent.click(within(pages).getByRole('button', { name: 'Page 3' }));
  expect(await within(list()).findByText('Pole 34')).toBeVisible();
  expect(within(list()).getAllByRole('listitem')).toHaveLength(5);
  expect(within(pages).getByRole('button', { name: 'Page 3' })).toHaveFocus();
  expect(history.at(-1)).toContain('half-staff-page=3');
  await userEvent.type(screen.getByRole('searchbox', { name: `Search ${label}` }), 'Pole 12');
  expect(await within(pages).findByText('Showing 1-1 of 1 total items')).toBeVisible();
  // The list with a single flag came with the numbers.
  expect(called().filter((query) => query.includes('kind=full-staff'))).toEqual([]);
});
