import {
  type DryRun,
  type HalfStaffOverview,
  localDate,
  type Order,
  type OrderPreview,
  type OrderReach,
  REACH_KINDS,
  type ReachKind,
} from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import HalfStaffPage from './HalfStaffPage.tsx';

const master = testUser();
const companyUser = testUser({ role: 'company_user', companyId: 'acme' });
const NOON = Date.UTC(2026, 11, 7, 17);
const PEARL_HARBOR = {
  kind: 'annual-day' as const,
  key: 'day:2026-12-07',
  keys: ['day:2026-12-07'],
  by: null,
  title: 'National Pearl Harbor Remembrance Day',
};
const OFF = { isOn: false, by: null, at: null };
const pole = (id: string) => ({
  id,
  name: `Pole ${id}`,
  location: 'City Hall',
  company: 'Acme',
  companyId: 'acme',
});

const overview = (changes: Partial<HalfStaffOverview> = {}): HalfStaffOverview => ({
  engine: OFF,
  now: NOON,
  holding: [],
  next: [],
  projected: [],
  alarms: [],
  held: [],
  notReady: [],
  ...changes,
});

const order = (id: string, reason: string, changes: Partial<Order> = {}): Order => ({
  id,
  reason,
  authority: 'president',
  kind: 'half',
  sourceUrl: null,
  issuedAt: NOON,
  scope: { kind: 'all' },
  starts: { kind: 'sunrise', date: '2026-12-10' },
  ends: { kind: 'sunset', date: '2026-12-12' },
  companyId: null,
  status: 'draft',
  version: 1,
  revision: 4,
  createdBy: 'pat',
  createdAt: NOON,
  approvedBy: null,
  approvedAt: null,
  cancelledBy: null,
  cancelledAt: null,
  cancelledWhy: null,
  ...changes,
});

/** Makes the effect of an order. @param names pole IDs by kind of effect */
function reachOf(names: Partial<Record<ReachKind, string[]>>): OrderReach {
  const poles = Object.fromEntries(
    REACH_KINDS.map((kind) => {
      const ids = names[kind] ?? [];
      return [kind, { count: ids.length, names: ids.slice(0, 5).map(pole) }];
    }),
  ) as OrderReach['poles'];
  const inScope = Object.values(poles).reduce((sum, { count }) => sum + count, 0);
  return { inScope, follow: inScope - poles.optedOut.count, later: 0, poles };
}

const PREVIEW: OrderPreview = {
  ...reachOf({
    moves: ['1', '2', '3', '4', '5', '6', '8', '9'],
    down: ['10', '11'],
    offline: ['7'],
    optedOut: ['x1', 'x2', 'x3'],
  }),
  engineIsOn: true,
  isEmpty: false,
  rising: { count: 0, names: [] },
  risingIds: [],
  zones: [
    {
      timeZone: 'America/New_York',
      poles: 11,
      from: { earliest: Date.UTC(2026, 11, 10, 12, 10), latest: Date.UTC(2026, 11, 10, 12, 25) },
      until: null,
    },
  ],
};

async function show(handlers: Record<string, Handler> = {}, user = master) {
  serve({
    'GET /api/half-staff': () => ({ body: overview() }),
    'GET /api/half-staff/orders': () => ({ body: [] }),
    'GET /api/half-staff/calendar/2026': () => ({
      body: { year: 2026, days: [], confirmed: [], orders: [] },
    }),
    'GET /api/half-staff/engine': () => ({ body: { ...OFF, changedRules: [] } }),
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
    'GET /api/locations': () => ({ body: [] }),
    'GET /api/locations/company/acme': () => ({ body: [] }),
    ...handlers,
  });
  renderWith(<HalfStaffPage />, { user, path: '/half-staff' });
  await screen.findByRole('heading', { name: 'Orders' });
  return userEvent.setup();
}

describe('what is in effect', () => {
  test('shows what is in effect now and next, for how many poles and until when', async () => {
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

  test('lists poles that did not follow, are held or are not ready, and releases a hold', async () => {
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
      alarms: [
        {
          pole: pole('1'),
          at: NOON,
          text: 'Not confirmed after 5 tries',
          timeZone: 'Pacific/Honolulu',
        },
      ],
      held: [{ pole: pole('2'), hold, timeZone: 'Pacific/Honolulu' }],
      notReady: [{ pole: pole('3'), why: ['offline', 'voltage'] }],
    });
    const person = await show({
      'GET /api/half-staff': () => ({ body }),
      'DELETE /api/flags/2/hold': () => {
        released.push('2');
        return { status: 204 };
      },
    });
    expect(screen.getByRole('list', { name: 'Did not follow' })).toHaveTextContent(
      /Pole 1City Hall, AcmeNot confirmed after 5 tries/,
    );
    expect(screen.getByRole('list', { name: 'Not ready' })).toHaveTextContent(
      'Offline, Voltage out of range',
    );
    await person.click(screen.getByRole('button', { name: 'Release Pole 2' }));
    expect(await screen.findByText('Hold released')).toBeVisible();
    expect(released).toEqual(['2']);
  });
});

describe('autopilot', () => {
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

  test('only a master who has seen the next 30 days can turn autopilot on', async () => {
    const sent: unknown[] = [];
    const person = await show({
      'GET /api/half-staff/dry-run': () => ({ body: run }),
      'PUT /api/half-staff/engine': (body) => {
        sent.push(body);
        return { body: { isOn: true, by: 'pat', at: NOON } };
      },
    });
    expect(screen.getByText('Autopilot is off')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'See the next 30 days' }));
    const dialog = await screen.findByRole('dialog', { name: 'The next 30 days on autopilot' });
    await within(dialog).findByText('National Pearl Harbor Remembrance Day');
    expect(dialog).toHaveTextContent(
      '37 of 40 poles would move, each in its local time. Not counted: 2 offline, 1 locked.',
    );
    expect(dialog).toHaveTextContent('37 + 1 after a hold');
    await person.click(within(dialog).getByRole('button', { name: 'Turn on autopilot' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ isOn: true, digest: 'd1' }]);
  });

  test('shows the dry run again if it has changed since the user saw it', async () => {
    let asked = 0;
    const person = await show({
      'GET /api/half-staff/dry-run': () => ({ body: { ...run, digest: `d${++asked}` } }),
      'PUT /api/half-staff/engine': () => ({
        status: 409,
        body: 'What would happen has changed. Look at it again.',
      }),
    });
    await person.click(screen.getByRole('button', { name: 'See the next 30 days' }));
    const on = await screen.findByRole('button', { name: 'Turn on autopilot' });
    await waitFor(() => expect(on).toBeEnabled());
    await person.click(on);
    const dialog = screen.getByRole('dialog');
    await within(dialog).findByText('What would happen has changed. Look at it again.');
    await waitFor(() => expect(asked).toBe(2));
  });

  test('shows a master what an upgrade has changed until the notice is dismissed', async () => {
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
    expect(screen.queryByRole('button', { name: 'See the next 30 days' })).toBeNull();
  });
});

describe('orders', () => {
  test('drafting an order names missing fields, and shows its effect before approval', async () => {
    const sent: Record<string, unknown>[] = [];
    let stored: Order[] = [];
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: stored }),
      'POST /api/half-staff/orders': (body) => {
        sent.push(body as Record<string, unknown>);
        stored = [order('o1', 'Death of a former President')];
        return { status: 201, body: stored[0] };
      },
      'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      'POST /api/half-staff/orders/o1/approve': (body) => {
        sent.push(body as Record<string, unknown>);
        stored = [
          order('o1', 'Death of a former President', {
            status: 'approved',
            approvedBy: 'pat',
            approvedAt: NOON,
          }),
        ];
        return { body: stored[0] };
      },
    });
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    for (const label of ['Starts on', 'Ends on']) {
      const date = within(form).getByLabelText(label);
      expect(date).toHaveValue(localDate(Date.now()));
      await person.clear(date);
    }
    await person.click(within(form).getByRole('button', { name: 'Save draft' }));
    const said = await within(form).findAllByRole('alert');
    expect(said.map((alert) => alert.textContent)).toEqual([
      'Reason is required',
      'Date is required',
      'Date is required',
    ]);
    await person.type(within(form).getByLabelText('Reason'), 'Death of a former President');
    await person.type(within(form).getByLabelText('Starts on'), '2026-12-10');
    await person.type(within(form).getByLabelText('Ends on'), '2026-12-12');
    await person.click(within(form).getByRole('button', { name: 'Save draft' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(sent[0]).toMatchObject({
      authority: 'president',
      kind: 'half',
      reason: 'Death of a former President',
      scope: { kind: 'all' },
      starts: { kind: 'sunrise', date: '2026-12-10' },
      ends: { kind: 'sunset', date: '2026-12-12' },
    });
    const effects = within(view).getByRole('region', { name: 'Effect' });
    await within(effects).findByText('Applies to 11 poles; 8 will move, 2 stay down, 1 offline.');
    expect(effects).toHaveTextContent(
      'New York · 11 polesDec 10, 2026, 7:10–7:25 AM EST – open end',
    );
    expect(effects).toHaveTextContent('Offline; will follow after reconnecting (1): Pole 7');
    expect(effects).toHaveTextContent('Auto Half Mast is off (3): Pole x1, Pole x2, Pole x3');
    await person.click(within(view).getByRole('button', { name: 'Approve and lower 8 poles' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await screen.findByText('8 poles will move to half-staff.')).toBeVisible();
    expect(await within(view).findByText('Approved', { selector: 'span' })).toBeVisible();
    expect(sent[1]).toEqual({ revision: 4 });
  });

  test('a governor’s order covers the whole state until the user picks poles', async () => {
    const person = await show({ 'GET /api/half-staff/orders': () => ({ body: [] }) });
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    const choose = async (field: string, option: string) => {
      await person.click(within(form).getByRole('combobox', { name: field }));
      await person.click(await screen.findByRole('option', { name: option }));
    };
    const scope = () => within(form).getByRole('combobox', { name: 'For' });
    expect(scope()).toHaveTextContent('All poles');
    await choose('Ordered by', 'Governor');
    expect(scope()).toHaveTextContent('States');
    expect(within(form).getByRole('checkbox', { name: 'Virginia' })).not.toBeChecked();
    await choose('Ordered by', 'City');
    expect(scope()).toHaveTextContent('Locations');
    await choose('For', 'Companies');
    await choose('Ordered by', 'Governor');
    expect(scope()).toHaveTextContent('Companies');
  });

  test('an order needs a confirmation before approval if its effect is unknown', async () => {
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: [order('o1', 'Mourning')] }),
      'POST /api/half-staff/preview': () => ({ status: 503, body: 'Starting.' }),
    });
    await person.click(await screen.findByRole('button', { name: 'Mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    await within(view).findByText('Couldn’t load the effect');
    await person.click(within(view).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('alertdialog', { name: 'Approve order' })).toBeVisible();
  });

  const stored = (changes: Partial<Order> = {}) => ({
    'GET /api/half-staff/orders': () => ({ body: [order('o1', 'Mourning', changes)] }),
  });
  const open = async (person: Awaited<ReturnType<typeof show>>) =>
    person.click(await screen.findByRole('button', { name: 'Mourning' }));

  test('an order says that nothing will move while autopilot is off, and how to turn it on', async () => {
    const preview = { ...PREVIEW, engineIsOn: false };
    const approved = order('o1', 'Mourning', { status: 'approved', approvedAt: NOON });
    const person = await show({
      ...stored(),
      'POST /api/half-staff/preview': () => ({ body: preview }),
      'POST /api/half-staff/orders/o1/approve': () => ({ body: approved }),
      'GET /api/half-staff/dry-run': () => ({ status: 503, body: 'Starting.' }),
    });
    await open(person);
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    await within(view).findByText('Autopilot is off: nothing will move.');
    expect(view).toHaveTextContent('8 would move');
    await person.click(within(view).getByRole('button', { name: 'Approve' }));
    const ask = await screen.findByRole('alertdialog');
    expect(within(ask).getByText('Autopilot is off: nothing will move.')).toBeVisible();
    expect(within(ask).getByRole('link', { name: 'Turn it on' })).toHaveAttribute(
      'href',
      '/half-staff?dialog=autopilot',
    );
    await person.click(within(ask).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Order approved')).toBeVisible();
    expect(screen.queryByText(/will move to half-staff/)).toBeNull();
  });

  test('an order that would never be in effect cannot be approved', async () => {
    const person = await show({
      ...stored(),
      'POST /api/half-staff/preview': () => ({ body: { ...PREVIEW, isEmpty: true } }),
    });
    await open(person);
    await screen.findByText('This order would never be in effect. Change its dates.');
    expect(screen.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  });

  test('an amendment shows what it will do before it takes effect', async () => {
    const sent: Record<string, unknown>[] = [];
    const asked: { terms: { reason: string } }[] = [];
    const rising = { count: 2, names: [pole('20'), pole('21')] };
    const person = await show({
      ...stored({ status: 'approved', approvedAt: NOON }),
      'POST /api/half-staff/preview': (body) => {
        asked.push(body as (typeof asked)[number]);
        return { body: { ...PREVIEW, rising } };
      },
      'PATCH /api/half-staff/orders/o1': (body) => {
        sent.push(body as Record<string, unknown>);
        return { body: order('o1', 'Mourning', { status: 'approved', version: 2 }) };
      },
    });
    await open(person);
    await person.click(await screen.findByRole('button', { name: 'Amend' }));
    const reason = await screen.findByLabelText('Reason');
    await person.clear(reason);
    await person.type(reason, 'Longer mourning');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    const effects = await screen.findByRole('region', { name: 'Effect' });
    await within(effects).findByText(/^At half-staff, will go up \(2\)/);
    expect(asked.at(-1)?.terms.reason).toBe('Longer mourning');
    expect(sent).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Reason')).toHaveValue('Longer mourning');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    await person.click(
      await screen.findByRole('button', { name: 'Amend and lower 8 poles, raise 2 poles' }),
    );
    expect(await screen.findByText('Order amended')).toBeVisible();
    expect(sent).toMatchObject([{ revision: 4, reason: 'Longer mourning' }]);
  });

  test('the user can raise the poles that an amendment releases while autopilot is off', async () => {
    const flags: string[] = [];
    const person = await show({
      ...stored({ status: 'approved', approvedAt: NOON }),
      'POST /api/half-staff/preview': () => ({
        body: {
          ...PREVIEW,
          engineIsOn: false,
          rising: { count: 1, names: [pole('20')] },
          risingIds: ['20'],
        },
      }),
      'PATCH /api/half-staff/orders/o1': () => ({
        body: order('o1', 'Mourning', { status: 'approved', version: 2 }),
      }),
      'GET /api/flags': () => {
        flags.push('asked');
        return { body: [] };
      },
    });
    await open(person);
    await person.click(await screen.findByRole('button', { name: 'Amend' }));
    await person.click(await screen.findByRole('button', { name: 'Continue' }));
    await person.click(await screen.findByRole('checkbox', { name: 'Raise 1 pole' }));
    await person.click(screen.getByRole('button', { name: 'Amend and raise 1 pole' }));
    // The flag was deleted in the meantime, so no command was sent, and the page says so.
    expect(
      await screen.findByText('No command was sent. The poles stay at half-staff.'),
    ).toBeVisible();
    expect(flags).toEqual(['asked']);
  });

  test('an order can be canceled only with a reason', async () => {
    const sent: unknown[] = [];
    const person = await show({
      'GET /api/half-staff/orders': () => ({
        body: [order('o1', 'Mourning', { status: 'approved', version: 2 })],
      }),
      'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      'GET /api/half-staff/release?orderId=o1': () => ({
        body: { engineIsOn: true, rising: [pole('1'), pole('2')], offline: 0, lowering: 0 },
      }),
      'POST /api/half-staff/orders/o1/cancel': (body) => {
        sent.push(body);
        return { body: order('o1', 'Mourning', { status: 'cancelled' }) };
      },
    });
    expect(await screen.findByText('Amended (version 2)')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Mourning' }));
    await person.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const ask = await screen.findByRole('alertdialog', { name: 'Cancel order' });
    await within(ask).findByText('2 poles are at half-staff. They will go up.');
    await person.click(within(ask).getByRole('button', { name: 'Cancel order' }));
    expect(await within(ask).findByText('Reason is required')).toBeVisible();
    await person.type(within(ask).getByLabelText('Why'), 'Wrong date');
    await person.click(within(ask).getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Order canceled')).toBeVisible();
    expect(sent).toEqual([{ why: 'Wrong date' }]);
  });

  test('a company sees the operator’s orders, but can change only its own', async () => {
    const person = await show(
      {
        'GET /api/half-staff/orders': () => ({
          body: [order('o1', 'National mourning', { status: 'approved' })],
        }),
        'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      },
      companyUser,
    );
    await person.click(await screen.findByRole('button', { name: 'National mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(within(view).queryByRole('button', { name: 'Amend' })).toBeNull();
    expect(within(view).queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  test('a company issues orders in its own name and for its own poles', async () => {
    const person = await show({}, companyUser);
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    expect(within(form).getByLabelText('Ordered by')).toHaveTextContent('Company');
    expect(within(form).getByLabelText('For')).toHaveTextContent('The whole company');
    await person.click(within(form).getByLabelText('For'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'The whole company',
      'Locations',
    ]);
  });
});

describe('the calendar', () => {
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

test('says why the page cannot be shown, and retries on demand', async () => {
  serve({ 'GET /api/half-staff': () => ({ status: 503, body: 'Starting.' }) });
  renderWith(<HalfStaffPage />, { user: master });
  expect(await screen.findByText('503: Starting.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});
