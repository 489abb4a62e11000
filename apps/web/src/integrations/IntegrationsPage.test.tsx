import { EVENT_TYPES, type Webhook, type WebhookDelivery } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import IntegrationsPage from './IntegrationsPage.tsx';

const WEBHOOK: Webhook = {
  id: 'w1',
  companyId: 'c1',
  url: 'https://hooks.example.com/halyard',
  eventTypes: ['flag.position'],
  isOn: true,
  offReason: null,
  failingSince: null,
  createdBy: 'pat',
  createdAt: Date.parse('2026-11-19T09:00:00'),
};
const DELIVERY: WebhookDelivery = {
  id: 'd1',
  type: 'flag.position',
  payload: '{"type":"flag.position"}',
  status: 'failed',
  attempts: 11,
  createdAt: Date.parse('2026-11-20T12:00:00'),
  lastAttemptAt: Date.parse('2026-11-21T12:00:00'),
  nextAttemptAt: null,
  responseStatus: 500,
  responseText: 'boom',
  error: 'The endpoint responded with status 500.',
};
const COMPANY_USER = testUser({ role: 'company_user', companyId: 'c1' });

function show(handlers: Record<string, Handler>, { user = COMPANY_USER, path = '' } = {}) {
  serve({ 'GET /api/webhooks': () => ({ body: [WEBHOOK] }), ...handlers });
  renderWith(<IntegrationsPage />, { user, path: `/integrations${path}` });
  return userEvent.setup({ delay: null });
}

test("the integrations page adds a webhook for the user's own company and shows its secret once", async () => {
  const sent: unknown[] = [];
  const person = show({
    'GET /api/webhooks': () => ({ body: [] }),
    'POST /api/webhooks': (body) => {
      sent.push(body);
      return { status: 201, body: { ...WEBHOOK, secret: 'whsec_abc' } };
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Add first webhook' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add webhook' });
  await person.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  expect(await within(dialog).findByText(/Enter an address/)).toBeVisible();
  await person.type(within(dialog).getByLabelText('Address'), WEBHOOK.url);
  await person.click(within(dialog).getByLabelText('Lamp turned on or off'));
  await person.click(within(dialog).getByRole('button', { name: 'Add webhook' }));
  expect(await within(dialog).findByLabelText('Secret')).toHaveValue('whsec_abc');
  const eventTypes = EVENT_TYPES.filter((type) => type !== 'flag.lamp');
  expect(sent).toEqual([{ url: WEBHOOK.url, eventTypes, companyId: 'c1' }]);
});

test('the integrations page shows what is wrong with a webhook', async () => {
  const offReason = 'All deliveries have failed for 3 days.';
  show({ 'GET /api/webhooks': () => ({ body: [{ ...WEBHOOK, isOn: false, offReason }] }) });
  const list = await screen.findByRole('list', { name: 'Webhooks' });
  expect(within(list).getByText('Off')).toBeVisible();
  expect(within(list).getByText(/1 event · All deliveries have failed/)).toBeVisible();
});

test('the integrations page shows deliveries with their results, and lets the user send one again', async () => {
  let again = 0;
  const person = show(
    {
      'GET /api/webhooks/w1/deliveries': () => ({ body: { items: [DELIVERY], next: null } }),
      'POST /api/webhooks/w1/deliveries/d1/send': () => {
        again++;
        return { body: { ...DELIVERY, status: 'waiting' } };
      },
    },
    { path: '?dialog=webhook:w1' },
  );
  const list = await screen.findByRole('list', { name: 'Deliveries' });
  expect(within(list).getByText('Flag moved')).toBeVisible();
  expect(within(list).getByText('The endpoint responded with status 500.')).toBeVisible();
  await person.click(within(list).getByRole('button', { name: /^Resend / }));
  expect(await screen.findByText('Event resent')).toBeVisible();
  expect(again).toBe(1);
});

test('the integrations page shows service accounts only to a master', async () => {
  show(
    {
      'GET /api/service-accounts': () => ({ body: [] }),
      'GET /api/companies': () => ({ body: [] }),
    },
    { user: testUser() },
  );
  expect(await screen.findByText(/Let another system read/)).toBeVisible();
});

test('the integrations page shows why the webhooks failed to load', async () => {
  show({ 'GET /api/webhooks': () => ({ status: 503, body: 'Not now.' }) });
  expect(await screen.findByText('Couldn’t load webhooks')).toBeVisible();
  expect(screen.queryByText('Service accounts')).toBeNull();
});
