import { type Alert, type AlertSettings, clockText, DEFAULT_ALERT_SETTINGS } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import AlertsPage from './AlertsPage.tsx';

const HOUR = 3_600_000;
const makeAlert = (id: string, changes: Partial<Alert> = {}): Alert => ({
  id,
  condition: 'offline',
  pole: { id: `f${id}`, name: `Pole ${id}`, location: 'Yard', company: 'Acme', companyId: 'acme' },
  cause: 'Not heard for more than 15 minutes.',
  since: Date.now() - 3 * HOUR - 1000,
  endedAt: null,
  toldAt: null,
  ...changes,
});
const known = (settings: AlertSettings = DEFAULT_ALERT_SETTINGS) => ({
  settings,
  isDefault: settings === DEFAULT_ALERT_SETTINGS,
  hasMailServer: true,
  delayedUntil: null,
  recipients: 2,
});
const user = testUser({ role: 'company_user', companyId: 'acme' });
const SETTINGS = '/api/alerts/settings/acme';

function show(handlers: Record<string, Handler> = {}) {
  serve({
    'GET /api/alerts': () => ({ body: [makeAlert('1')] }),
    'GET /api/alerts/ended': () => ({ body: { alerts: [], next: null } }),
    [`GET ${SETTINGS}`]: () => ({ body: known() }),
    ...handlers,
  });
  renderWith(<AlertsPage />, { user, path: '/alerts' });
}

it('tells what is wrong, since when and why, and opens the flag', async () => {
  show();
  const table = await screen.findByRole('table', { name: 'Open alerts' });
  const [, row] = within(table).getAllByRole('row');
  expect(row).toHaveTextContent(
    /Pole 1Yard, Acme.*OfflineNot heard for more than 15 minutes\..*for 3 h/,
  );
  expect(within(table).getByRole('link', { name: /Pole 1/ })).toHaveAttribute(
    'href',
    '/flags?dialog=flag:f1',
  );
});

it('says where nothing is wrong, and lists what ended, the older ones on demand', async () => {
  const endedAt = Date.now() - HOUR;
  show({
    'GET /api/alerts': () => ({ body: [] }),
    'GET /api/alerts/ended': () => ({ body: { alerts: [makeAlert('2', { endedAt })], next: 'x' } }),
    'GET /api/alerts/ended?before=x': () => ({
      body: { alerts: [makeAlert('3', { endedAt: endedAt - HOUR })], next: null },
    }),
  });
  expect(await screen.findByText('Nothing is wrong')).toBeVisible();
  const table = await screen.findByRole('table', { name: 'Ended alerts' });
  expect(within(table).getByRole('row', { name: /Pole 2/ })).toHaveTextContent(/after 2 h/);
  await userEvent.click(screen.getByRole('button', { name: 'Load older ones' }));
  expect(await within(table).findByText('Pole 3')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load older ones' })).toBeNull();
});

it('saves thresholds, quiet hours and recipients; what is wrong is said and not sent', async () => {
  const sent: unknown[] = [];
  show({
    [`PUT ${SETTINGS}`]: (body) => {
      sent.push(body);
      return { body: known(body as AlertSettings) };
    },
  });
  const minutes = await screen.findByRole('textbox', { name: 'Minutes without a sign of life' });
  await userEvent.clear(minutes);
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Addresses' }),
    'ops@acme.test{enter}ops',
  );
  const save = screen.getByRole('button', { name: 'Save Changes' });
  await userEvent.click(save);
  expect(await screen.findByText('“ops” is no address')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Addresses' }), '@acme.test');
  await userEvent.click(save);
  expect(await screen.findByText('Minutes must be 5 to 10080')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(minutes, '30');
  await userEvent.click(screen.getByRole('switch', { name: 'No mail at certain hours' }));
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
    },
  ]);
});

it('sends a test mail, and says what the server says against it', async () => {
  let status = 200;
  show({
    [`POST ${SETTINGS}/test`]: () =>
      status === 200
        ? { body: { recipients: 2 } }
        : { status, body: 'The mail server did not take the test mail.' },
  });
  const send = await screen.findByRole('button', { name: 'Send a test mail' });
  await userEvent.click(send);
  expect(await screen.findByText('The mail server took it for 2 recipients.')).toBeVisible();
  status = 409;
  await userEvent.click(send);
  expect(await screen.findByText(/The mail server did not take the test mail/)).toBeVisible();
});

it('says that alerts wait for the daily mail limit, and until when', async () => {
  const delayedUntil = Date.now() + 5 * HOUR;
  show({ [`GET ${SETTINGS}`]: () => ({ body: { ...known(), delayedUntil } }) });
  const status = await screen.findByText(/Daily mail limit reached/);
  expect(status).toHaveTextContent(
    `New alerts will be mailed after ${clockText(delayedUntil, Date.now())}.`,
  );
});

it('says where nobody can be told', async () => {
  show({ [`GET ${SETTINGS}`]: () => ({ body: { ...known(), hasMailServer: false } }) });
  await waitFor(() => expect(screen.getByText(/No mail server is configured/)).toBeVisible());
  expect(screen.getByRole('button', { name: 'Send a test mail' })).toBeDisabled();
});
