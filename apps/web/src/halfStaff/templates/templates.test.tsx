import { localDate, type OrderTemplate } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { OrderDialog } from '../orders/OrderDialog.tsx';
import { order, PREVIEW } from '../page/testing/halfStaffPage.tsx';
import { SaveTemplateDialog } from './SaveTemplateDialog.tsx';

const PATH = '/api/half-staff/order-templates';
const OWN: OrderTemplate = {
  id: 't1',
  companyId: 'c1',
  name: 'Founder',
  createdBy: 'ann',
  terms: {
    kind: 'half',
    authority: 'company',
    reason: 'In memory of our founder ___',
    scope: { kind: 'companies', companyIds: ['c1'] },
    starts: { kind: 'time', time: '09:30' },
    ends: { kind: 'noon', days: 2 },
  },
};

function show(handlers: Record<string, Handler> = {}) {
  const user = testUser({ role: 'company_user', companyId: 'c1' });
  serve({
    [`GET ${PATH}`]: () => ({ body: [OWN] }),
    'GET /api/locations/company/c1': () => ({ body: [] }),
    'GET /api/half-staff/orders': () => ({ body: [] }),
    'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
    ...handlers,
  });
  renderWith(<OrderDialog user={user} order={null} onClose={() => {}} onSaved={() => {}} />, {
    user,
  });
  return userEvent.setup({ delay: null });
}

test('a template can be chosen by keyboard, and an order based on it can be saved only after the user fills in the name', async () => {
  const sent: { reason: string }[] = [];
  const hand = show({
    'POST /api/half-staff/orders': (body) => {
      sent.push(body as { reason: string });
      return { status: 201, body: order('o1', 'x') };
    },
  });
  const select = await screen.findByRole('combobox', { name: 'Start from' });
  select.focus();
  await hand.keyboard('{Enter}');
  expect(await screen.findByRole('option', { name: 'Local firefighter' })).toBeVisible();
  await hand.click(await screen.findByRole('option', { name: 'Founder' }));
  const reason = screen.getByLabelText('Reason');
  expect(reason).toHaveValue('In memory of our founder ___');
  await hand.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Replace ___ with the name.')).toBeVisible();
  expect(sent).toEqual([]);
  expect(reason).toHaveFocus();
  // The blank to fill in is selected, so that typing replaces it.
  await hand.keyboard('Ann Bell{Tab}');
  expect(reason).toHaveValue('In memory of our founder Ann Bell');
  await hand.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const today = localDate(Date.now());
  expect(sent).toMatchObject([
    {
      reason: 'In memory of our founder Ann Bell',
      authority: 'company',
      scope: OWN.terms.scope,
      starts: { kind: 'time', date: today, time: '09:30' },
      ends: { kind: 'noon' },
    },
  ]);
});

test("an order that a company user creates from a built-in template for governors applies to the user's entire company", async () => {
  const hand = show();
  await hand.click(await screen.findByRole('combobox', { name: 'Start from' }));
  await hand.click(await screen.findByRole('option', { name: 'Service member' }));
  expect(screen.getByRole('combobox', { name: 'Ordered by' })).toHaveTextContent('Governor');
  expect(screen.getByRole('combobox', { name: 'Applies to' })).toHaveTextContent('Entire company');
  await hand.click(screen.getByRole('combobox', { name: 'Start from' }));
  await hand.click(await screen.findByRole('option', { name: 'Blank' }));
  expect(screen.getByLabelText('Reason')).toHaveValue('');
});

test("a user's own template can be deleted", async () => {
  const deleted: string[] = [];
  const hand = show({
    [`DELETE ${PATH}/t1`]: () => {
      deleted.push('t1');
      return { status: 204 };
    },
  });
  await hand.click(await screen.findByRole('combobox', { name: 'Start from' }));
  await hand.click(await screen.findByRole('option', { name: 'Founder' }));
  await hand.click(screen.getByRole('button', { name: 'Delete template Founder' }));
  await waitFor(() => expect(deleted).toEqual(['t1']));
});

test("saving an order as a template removes the person's name and leaves a blank to fill in", async () => {
  const sent: unknown[] = [];
  const user = testUser();
  serve({
    [`POST ${PATH}`]: (body) => {
      sent.push(body);
      return { status: 201, body: OWN };
    },
  });
  const earlier = order('o1', 'In memory of Ann', {
    starts: { kind: 'sunrise', date: '2026-12-10' },
    ends: { kind: 'sunset', date: '2026-12-12' },
  });
  renderWith(<SaveTemplateDialog order={earlier} onClose={() => {}} />, { user });
  const hand = userEvent.setup({ delay: null });
  await hand.type(await screen.findByLabelText('Name'), 'Colleague');
  const reason = screen.getByLabelText('Reason');
  await hand.clear(reason);
  await hand.type(reason, 'In memory of ___');
  await hand.click(screen.getByRole('button', { name: 'Save template' }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        name: 'Colleague',
        terms: {
          reason: 'In memory of ___',
          starts: { kind: 'sunrise' },
          ends: { kind: 'sunset', days: 2 },
        },
      },
    ]),
  );
});
