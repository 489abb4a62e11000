import {
  ALERT_SECTIONS,
  type Alert,
  type AlertDefaults,
  type AlertSection,
  type AlertSettings,
  type CompanyAlerts,
  clockText,
  DEFAULT_ALERT_SETTINGS,
  type DefaultAlerts,
} from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import AlertsPage from './AlertsPage.tsx';

const HOUR = 3_600_000;
/** A fixed current time, so that durations do not depend on how long a test takes. */
const NOW = Date.now();
const makeAlert = (id: string, changes: Partial<Alert> = {}): Alert => ({
  id,
  condition: 'offline',
  pole: {
    id: `f${id}`,
    name: `Pole ${id}`,
    locationId: 'yard',
    location: 'Yard',
    company: 'Acme',
    companyId: 'acme',
  },
  cause: 'No report for more than 15 minutes.',
  since: NOW - 3 * HOUR,
  endedAt: null,
  toldAt: null,
  neighbors: null,
  otherConditions: null,
  ...changes,
});
const known = (
  settings: AlertSettings = DEFAULT_ALERT_SETTINGS,
  own: AlertSection[] = [...ALERT_SECTIONS],
): CompanyAlerts => ({
  settings,
  own,
  isDefault: own.length === 0,
  defaults: { ...DEFAULT_ALERT_SETTINGS, voltageBelow: 22, voltageAbove: 29 },
  hasMailServer: true,
  delayedUntil: null,
  recipients: 2,
});
const user = testUser({ role: 'company_user', companyId: 'acme' });
const SETTINGS = '/api/alerts/settings/acme';

function show(handlers: Record<string, Handler> = {}, as = user, path = '/alerts') {
  serve({
    'GET /api/alerts': () => ({ body: [makeAlert('1')] }),
    [`GET ${SETTINGS}`]: () => ({ body: known() }),
    ...handlers,
  });
  renderWith(<AlertsPage />, { user: as, path });
}

test('the alerts page shows each problem with its start and cause, and links to the flag', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Open alerts' });
  const [, row] = within(table).getAllByRole('row');
  expect(row).toHaveTextContent(
    /Pole 1Yard, Acme.*OfflineNo report for more than 15 minutes\..*for 3 h/,
  );
  expect(within(table).getByRole('link', { name: /Pole 1/ })).toHaveAttribute('href', '/flags/f1');
});

test('the alerts page shows that no alerts are open, and lists the resolved alerts page by page', async () => {
  const resolved = Array.from({ length: 12 }, (_, n) =>
    makeAlert(String(n + 1), { endedAt: NOW - HOUR - n }),
  );
  show({ 'GET /api/alerts': () => ({ body: resolved }) });
  expect(await screen.findByText('No open alerts')).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Resolved alerts' });
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(/Pole 1Yard.*after 2 h/);
  expect(screen.getByText('Showing 1-10 of 12 total items')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await within(table).findByText('Pole 12')).toBeVisible();
  expect(within(table).getAllByRole('row')).toHaveLength(3);
});

test('a search on the alerts page covers open and resolved alerts, and resets both lists to page 1', async () => {
  const alerts = [
    makeAlert('1'),
    makeAlert('2', { condition: 'voltage' }),
    ...Array.from({ length: 12 }, (_, n) => makeAlert(`R${n}`, { endedAt: NOW - HOUR - n })),
    makeAlert('3', { endedAt: NOW - 2 * HOUR, condition: 'voltage' }),
  ];
  show({ 'GET /api/alerts': () => ({ body: alerts }) }, user, '/alerts?ended-page=2');
  await screen.findByRole('table', { name: 'Open alerts' });
  const resolved = screen.getByRole('table', { name: 'Resolved alerts' });
  expect(within(resolved).getAllByRole('row')).toHaveLength(4);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search alerts' }), 'pole r');
  expect(await screen.findByText('Showing 1-10 of 12 total items')).toBeVisible();
  expect(screen.getByText('No results for “pole r”')).toBeVisible();
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search alerts' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search alerts' }), 'VOLTAGE');
  expect(await screen.findByText('Pole 2')).toBeVisible();
  expect(await screen.findByText('Pole 3')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Pole 1')).toBeNull());
});

test('the alerts page filters open and resolved alerts by the condition and the company in the URL', async () => {
  const acme = { id: 'acme', name: 'Acme' };
  const alerts = [
    makeAlert('1'),
    makeAlert('2', { condition: 'voltage' }),
    makeAlert('3', { endedAt: NOW - HOUR, condition: 'voltage' }),
  ];
  const handlers = {
    'GET /api/alerts': () => ({ body: alerts }),
    'GET /api/companies': () => ({ body: [acme] }),
    'GET /api/companies/acme': () => ({ body: acme }),
    'GET /api/alerts/defaults': () => ({ status: 500, body: '' }),
  };
  show(handlers, testUser(), '/alerts?condition=offline&company=acme');
  const table = await screen.findByRole('table', { name: 'Open alerts' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  expect(within(table).getByText('Pole 1')).toBeVisible();
  expect(screen.getByText('No alerts match the filters')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Filter by alert type' })).toHaveTextContent(
    'Offline',
  );
  expect(await screen.findByRole('combobox', { name: 'Filter by company' })).toHaveTextContent(
    'Acme',
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Filter by alert type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Voltage out of range' }));
  expect(await screen.findByText('Pole 2')).toBeVisible();
  expect(await screen.findByText('Pole 3')).toBeVisible();
  expect(screen.queryByText('Pole 1')).toBeNull();
});

test('the alerts page saves thresholds, quiet hours and recipients, but does not send invalid values', async () => {
  const sent: unknown[] = [];
  show({
    [`PUT ${SETTINGS}`]: (body) => {
      sent.push(body);
      return { body: known(body as AlertSettings) };
    },
  });
  const minutes = await screen.findByRole('textbox', { name: 'Offline for (minutes)' });
  await userEvent.clear(minutes);
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Addresses' }),
    'ops@acme.test{enter}ops',
  );
  const save = screen.getByRole('button', { name: 'Save changes' });
  await userEvent.click(save);
  expect(await screen.findByText('“ops” is not an email address')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Addresses' }), '@acme.test');
  await userEvent.click(save);
  expect(await screen.findByText('Minutes must be between 5 and 10,080')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(minutes, '30');
  await userEvent.click(screen.getByRole('switch', { name: 'No emails during quiet hours' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Location Users/ }));
  await userEvent.click(save);
  expect(await screen.findByText('Alert settings saved')).toBeVisible();
  expect(sent).toEqual([
    {
      ...DEFAULT_ALERT_SETTINGS,
      offlineMinutes: 30,
      quietHours: { from: '22:00', until: '07:00' },
      roles: ['company_user', 'location_user'],
      addresses: ['ops@acme.test', 'ops@acme.test'],
      own: [...ALERT_SECTIONS],
    },
  ]);
});

test('the alerts page sends a test email, and shows the reason if the mail server rejects it', async () => {
  let status = 200;
  show({
    [`POST ${SETTINGS}/test`]: () =>
      status === 200
        ? { body: { recipients: 2 } }
        : { status, body: 'The mail server rejected the test email.' },
  });
  const send = await screen.findByRole('button', { name: 'Send test email' });
  await userEvent.click(send);
  expect(
    await screen.findByText('The mail server accepted the email for 2 recipients.'),
  ).toBeVisible();
  status = 409;
  await userEvent.click(send);
  expect(await screen.findByText(/The mail server rejected the test email/)).toBeVisible();
});

test('the alerts page shows how long the daily email limit delays alert emails', async () => {
  const delayedUntil = Date.now() + 5 * HOUR;
  show({ [`GET ${SETTINGS}`]: () => ({ body: { ...known(), delayedUntil } }) });
  const status = await screen.findByText(/Daily email limit reached/);
  expect(status).toHaveTextContent(
    `New alerts will be emailed after ${clockText(delayedUntil, Date.now())}.`,
  );
});

test('the alerts page says that there is no mail server, and disables sending a test email', async () => {
  show({ [`GET ${SETTINGS}`]: () => ({ body: { ...known(), hasMailServer: false } }) });
  await waitFor(() => expect(screen.getByText(/No mail server/)).toBeVisible());
  expect(screen.getByRole('button', { name: 'Send test email' })).toBeDisabled();
  expect(screen.queryByRole('link', { name: 'Set up a mail server in Settings' })).toBeNull();
});

test('the alerts page shows masters a link to the mail server settings', async () => {
  const body: DefaultAlerts = {
    settings: { ...DEFAULT_ALERT_SETTINGS, masters: [] },
    isDefault: true,
    masters: [],
    hasMailServer: false,
    delayedUntil: null,
    recipients: 0,
  };
  show(
    { 'GET /api/alerts/defaults': () => ({ body }), 'GET /api/companies': () => ({ body: [] }) },
    testUser({ role: 'master' }),
  );
  const link = await screen.findByRole('link', { name: 'Set up a mail server in Settings' });
  expect(link).toHaveAttribute('href', '/settings');
});

test('the alerts page lets each section use either the defaults or its own settings', async () => {
  const sent: unknown[] = [];
  const defaults = { ...DEFAULT_ALERT_SETTINGS, voltageBelow: 22, voltageAbove: 29 };
  show({
    [`GET ${SETTINGS}`]: () => ({ body: known(defaults, ['recipients']) }),
    [`PUT ${SETTINGS}`]: (body) => {
      sent.push(body);
      const { own, ...settings } = body as AlertSettings & { own: AlertSection[] };
      return { body: known(settings, own) };
    },
  });
  const below = await screen.findByRole('textbox', { name: 'Below (V)' });
  expect(below).toHaveValue('22');
  expect(below).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Addresses' })).toBeEnabled();
  await userEvent.click(screen.getByRole('switch', { name: 'Use defaults: Notify about' }));
  await userEvent.clear(below);
  await userEvent.type(below, '30');
  await userEvent.clear(screen.getByRole('textbox', { name: 'Above (V)' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Above (V)' }), '50');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Alert settings saved')).toBeVisible();
  expect(sent).toEqual([
    { ...defaults, voltageBelow: 30, voltageAbove: 50, own: ['limits', 'recipients'] },
  ]);
  await userEvent.click(screen.getByRole('switch', { name: 'Use defaults: Notify about' }));
  expect(below).toHaveValue('22');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ ...defaults, own: ['recipients'] });
});

test('the alerts page lets a master set the defaults, and choose who gets emails about all companies', async () => {
  const sent: unknown[] = [];
  const DEFAULTS = '/api/alerts/defaults';
  const answer = (settings: AlertDefaults): DefaultAlerts => ({
    settings,
    isDefault: false,
    masters: [
      { id: 'm1', name: 'Ann Lee', email: 'ann@op.test' },
      { id: 'm2', name: 'Bob Fox', email: '' },
    ],
    hasMailServer: true,
    delayedUntil: null,
    recipients: settings.masters.length,
  });
  const master = testUser({ role: 'master', companyId: null });
  show(
    {
      'GET /api/companies': () => ({ body: [] }),
      [`GET ${DEFAULTS}`]: () => ({ body: answer({ ...DEFAULT_ALERT_SETTINGS, masters: [] }) }),
      [`PUT ${DEFAULTS}`]: (body) => {
        sent.push(body);
        return { body: answer(body as AlertDefaults) };
      },
      [`POST ${DEFAULTS}/test`]: () => ({ body: { recipients: 1 } }),
    },
    master,
  );
  expect(await screen.findByText('0 masters get alerts for all companies')).toBeVisible();
  expect(screen.getByLabelText('Company')).toHaveAccessibleDescription(
    'No companies yet. Add one on the Companies page first.',
  );
  expect(screen.getByRole('link', { name: 'Companies page' })).toHaveAttribute(
    'href',
    '/companies',
  );
  expect(screen.queryByRole('switch', { name: /Use defaults/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Send test email' })).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: /Ann Lee/ }));
  const above = screen.getByRole('textbox', { name: 'Above (V)' });
  await userEvent.clear(above);
  await userEvent.type(above, '50');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Alert defaults saved')).toBeVisible();
  expect(sent).toEqual([{ ...DEFAULT_ALERT_SETTINGS, voltageAbove: 50, masters: ['m1'] }]);
  expect(screen.getByText('1 master gets alerts for all companies')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send test email' }));
  expect(
    await screen.findByText('The mail server accepted the email for 1 recipient.'),
  ).toBeVisible();
});

test.each(['location_user', 'employee'] as const)(
  'the alerts page shows alerts but no settings to the role %s',
  async (role) => {
    show({}, testUser({ role, companyId: 'acme', locationId: 'yard' }));
    expect(await screen.findByRole('table', { name: 'Open alerts' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
  },
);
