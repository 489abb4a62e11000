import type { DryRun } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderWith } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import HalfStaffPage from './HalfStaffPage.tsx';
import {
  companyUser,
  listed,
  master,
  NOON,
  OFF,
  order,
  overview,
  PEARL_HARBOR,
  pole,
  reachOf,
  show,
} from './testing/halfStaffPage.tsx';

describe('the list of what is in effect', () => {
  test('shows current and upcoming orders, how many poles each one applies to, and when it ends', async () => {
    const group = {
      source: PEARL_HARBOR,
      position: 'half' as const,
      poles: 37,
      at: NOON,
      timeZone: 'America/New_York',
    };
    const reach = reachOf({ there: ['1', '2'], moves: ['3'], down: ['4'], optedOut: ['5'] });
    const body = overview({
      engine: { isOn: true, by: 'pat', at: NOON },
      holding: [{ ...group, reach }],
      next: [{ ...group, poles: 1 }],
    });
    await show({ 'GET /api/half-staff': () => ({ body }) });
    const now = screen.getByRole('list', { name: 'Now' });
    expect(now).toHaveTextContent(
      'Half-staff4 polesNational Pearl Harbor Remembrance Day2 at half-staff, 1 moving, 1 downUntil 12:00 PM EST (earliest pole)',
    );
    expect(screen.getByRole('list', { name: 'Next' })).toHaveTextContent(
      /1 pole.*Starts 12:00 PM EST$/,
    );
  });

  test('shows poles that did not respond, are held or are not ready, and lets the user release a hold', async () => {
    const released: unknown[] = [];
    const hold = {
      id: 'h1',
      reason: 'Ceremony',
      by: 'kim',
      createdAt: NOON,
      expires: { kind: 'source-ends' as const, sourceKey: 'day:2026-12-07' },
      commandId: null,
    };
    const body = overview({
      alarms: listed([
        {
          pole: pole('1'),
          at: NOON,
          text: 'Not confirmed after 5 tries',
          timeZone: 'Pacific/Honolulu',
        },
      ]),
      held: listed([{ pole: pole('2'), hold, timeZone: 'Pacific/Honolulu' }]),
      notReady: listed(
        Array.from({ length: 25 }, (_, index) => ({
          pole: pole(String(index + 3)),
          why: ['offline' as const, 'voltage' as const],
        })),
      ),
    });
    const person = await show({
      'GET /api/half-staff': () => ({ body }),
      'DELETE /api/flags/2/hold': () => {
        released.push('2');
        return { status: 204 };
      },
    });
    expect(screen.getByRole('list', { name: 'Failed to move' })).toHaveTextContent(
      /Pole 1City Hall, AcmeNot confirmed after 5 tries/,
    );
    expect(screen.getByRole('list', { name: 'Not ready' })).toHaveTextContent(
      'Offline, Voltage out of range',
    );
    expect(screen.getByText('and 5 more')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Release the hold on Pole 2' }));
    expect(await screen.findByText('Hold released')).toBeVisible();
    expect(released).toEqual(['2']);
  });
});

describe('the autopilot section', () => {
  const run: DryRun = {
    digest: 'd1',
    from: NOON,
    until: NOON,
    inScope: 40,
    poles: 37,
    offline: 2,
    locked: 1,
    days: [{ date: '2026-12-07', source: PEARL_HARBOR, poles: 37, movements: 74, held: 1 }],
  };

  test('lets only a master turn autopilot on, and only after previewing the next 30 days', async () => {
    const sent: unknown[] = [];
    const person = await show({
      'GET /api/half-staff/dry-run': () => ({ body: run }),
      'PUT /api/half-staff/engine': (body) => {
        sent.push(body);
        return { body: { isOn: true, by: 'pat', at: NOON } };
      },
    });
    expect(screen.getByText('Autopilot is off')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Preview the next 30 days' }));
    const dialog = await screen.findByRole('dialog', { name: 'The next 30 days on autopilot' });
    await within(dialog).findByText('National Pearl Harbor Remembrance Day');
    expect(dialog).toHaveTextContent(
      '37 of 40 poles would move, each at its local time. Not counted: 2 offline, 1 locked.',
    );
    expect(dialog).toHaveTextContent('37 + 1 after a hold ends');
    await person.click(within(dialog).getByRole('button', { name: 'Turn on autopilot' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ isOn: true, digest: 'd1' }]);
  });

  test('shows an updated dry run instead of turning autopilot on if the dry run has changed since the user saw it', async () => {
    let asked = 0;
    const person = await show({
      'GET /api/half-staff/dry-run': () => ({ body: { ...run, digest: `d${++asked}` } }),
      'PUT /api/half-staff/engine': () => ({
        status: 409,
        body: 'What would happen has changed. Look at it again.',
      }),
    });
    await person.click(screen.getByRole('button', { name: 'Preview the next 30 days' }));
    const on = await screen.findByRole('button', { name: 'Turn on autopilot' });
    await waitFor(() => expect(on).toBeEnabled());
    await person.click(on);
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText('What would happen has changed. Look at it again.');
    await waitFor(() => expect(asked).toBe(2));
  });

  test('tells a master which autopilot rules an upgrade changed, until the master dismisses the notice', async () => {
    let changedRules = ['A flag that is down stays down.'];
    const person = await show({
      'GET /api/half-staff/engine': () => ({ body: { ...OFF, changedRules } }),
      'DELETE /api/half-staff/engine/changed-rules': () => {
        changedRules = [];
        return { status: 204 };
      },
    });
    await screen.findByText('A flag that is down stays down.');
    await person.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('Autopilot rules changed')).toBeNull());
  });

  test('shows a company user whether autopilot is on, but no button', async () => {
    await show({}, companyUser);
    expect(screen.getByText('Autopilot is off')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Preview the next 30 days' })).toBeNull();
  });
});

describe('the calendar', () => {
  test("shows approved orders among the year's federal days, sorted by date", async () => {
    const dated = (id: string, reason: string, date: string, more: object = {}) =>
      order(id, reason, {
        status: 'approved',
        starts: { kind: 'sunrise', date },
        ends: { kind: 'sunset', date },
        ...more,
      });
    const flagDay = { date: '2026-06-14', name: 'Flag Day', kind: 'display', notes: null };
    await show({
      'GET /api/half-staff/calendar/2026': () => ({
        body: {
          year: 2026,
          confirmed: [],
          days: [flagDay],
          orders: [
            dated('o1', 'Founders’ day', '2026-06-15'),
            dated('o2', 'Draft', '2026-06-15', { status: 'draft' }),
            dated('o3', 'Open', '2026-01-03', { ends: { kind: 'open' } }),
            dated('o4', 'Next year', '2027-06-15'),
            dated('o5', 'At once', '2026-06-17', {
              starts: { kind: 'immediately' },
              approvedAt: Date.parse('2026-06-16T12:00:00'),
            }),
          ],
        },
      }),
    });
    const june = await screen.findByRole('region', { name: 'June' });
    expect(within(june).getAllByRole('listitem')).toHaveLength(3);
    expect(june).toHaveTextContent(
      /14 Sun.*Flag Day.*15 Mon.*Founders’ dayHalf-staffOrder until sunset, Jun 15, 2026.*16 Tue.*At once.*Jun 17, 2026/,
    );
    expect(screen.getByRole('region', { name: 'January' })).toHaveTextContent('Open-ended order');
    expect(screen.queryByText('Next year')).toBeNull();
  });

  test('shows a year month by month, and lets a master confirm a projected date', async () => {
    const sent: unknown[] = [];
    const day = {
      date: '2027-05-02',
      name: 'National Fallen Firefighters Memorial Service',
      kind: 'half-staff',
      window: 'sunrise-sunset',
      basis: 'Pub. L. 107-51',
      projected: true,
      notes: 'Date projected, not announced yet',
    };
    const person = await show({
      'GET /api/half-staff/calendar/2027': () => ({
        body: { year: 2027, days: [day], confirmed: [], orders: [] },
      }),
      'POST /api/half-staff/days': (body) => {
        sent.push(body);
        return { status: 201, body: { ...day, year: 2027, by: 'pat', at: NOON } };
      },
    });
    await person.click(screen.getByRole('button', { name: 'Next year' }));
    const may = await screen.findByRole('region', { name: 'May' });
    expect(may).toHaveTextContent(/Half-staffProjectedsunrise to sunset/);
    await person.click(
      within(may).getByRole('button', { name: `Confirm the date of ${day.name}` }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Confirm date' });
    await person.click(within(dialog).getByRole('button', { name: 'Confirm date' }));
    expect(await screen.findByText('Date confirmed')).toBeVisible();
    expect(sent).toEqual([{ name: day.name, date: '2027-05-02' }]);
  });
});

test('the half-staff page shows why it could not load, and lets the user retry', async () => {
  serve({ 'GET /api/half-staff': () => ({ status: 503, body: 'Starting.' }) });
  renderWith(<HalfStaffPage />, { user: master });
  expect(await screen.findByText('503: Starting.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
