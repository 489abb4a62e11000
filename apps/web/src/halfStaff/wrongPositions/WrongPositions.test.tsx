import type { WrongPositionRow } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { WrongPositions } from './WrongPositions.tsx';
import { WrongPositionsNotice } from './WrongPositionsNotice.tsx';

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

test('lists both kinds of wrong position, with who moved the flag and when, and marks last known positions', async () => {
  show([away, row('1'), lowered, raised]);
  const half = await screen.findByRole('list', { name: 'At half-staff with nothing in effect' });
  const items = within(half).getAllByRole('listitem');
  // Positions that are known for certain come first.
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Since 9:00 AM EST'),
    expect.stringContaining('Lowered by Maria Lopez at 7:40 AM EST'),
    expect.stringMatching(/Offline since .*This is its last known position\./),
  ]);
  const full = screen.getByRole('list', { name: 'At full staff though half-staff is in effect' });
  expect(full).toHaveTextContent('Mourning is in effect · Held');
});

test('corrects only poles that nobody moved, held or locked, and names them first', async () => {
  const sent: unknown[] = [];
  show([row('1'), lowered, away], {
    'POST /api/half-staff/wrong-positions/fix': (body: unknown) => {
      sent.push(body);
      return { body: { sent: 1, leftOut: 0 } };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Raise 1 flag' }));
  const ask = await screen.findByRole('alertdialog', { name: 'Raise 1 flag?' });
  expect(ask).toHaveTextContent('Pole 1 (City Hall).');
  await userEvent.click(within(ask).getByRole('button', { name: 'Raise' }));
  expect(await screen.findByText('1 command sent')).toBeVisible();
  expect(sent).toEqual([{ kind: 'half-staff', ids: ['1'] }]);
});

test('asks why a lowered flag is at half-staff, until sunset by default', async () => {
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
  await userEvent.click(await screen.findByRole('button', { name: 'Why, and until when? Pole 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Why, and until when?' });
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

test('shows nothing if all positions are right, and only a count on the dashboard', async () => {
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
