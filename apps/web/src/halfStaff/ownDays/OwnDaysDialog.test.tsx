import type { OwnDay } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { PREVIEW } from '../page/testing/halfStaffPage.tsx';
import OwnDaysDialog from './OwnDaysDialog.tsx';
import { ruleText } from './ownDayTexts.ts';

const PATH = '/api/half-staff/own-days';

const DAY: OwnDay = {
  id: 'd1',
  companyId: 'c1',
  name: 'Founders’ day',
  kind: 'half',
  scope: { kind: 'companies', companyIds: ['c1'] },
  rule: { kind: 'weekday', month: 5, weekday: 1, week: 'last' },
  savedBy: 'ann',
  savedAt: 0,
  next: { date: '2027-05-31', orderId: 'o1' },
};

function show(days: OwnDay[], handlers: Record<string, Handler> = {}) {
  const user = testUser({ role: 'company_user', companyId: 'c1' });
  serve({
    [`GET ${PATH}`]: () => ({ body: days }),
    'GET /api/locations/company/c1': () => ({ body: [] }),
    'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
    ...handlers,
  });
  renderWith(<OwnDaysDialog user={user} onClose={() => {}} />, { user });
  return userEvent.setup({ delay: null });
}

test('the dialog for custom days lists each day with its rule and its next date', async () => {
  show([DAY, { ...DAY, id: 'd2', name: 'Canceled', next: null }]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('Half-staff · Every year on the last Monday of May');
  expect(first).toHaveTextContent('Next: May 31, 2027');
  expect(second).toHaveTextContent('No upcoming orders: they were canceled');
});

test('a user can add a custom day by keyboard after seeing which poles it affects', async () => {
  const sent: unknown[] = [];
  const hand = show([], {
    [`POST ${PATH}`]: (body) => {
      sent.push(body);
      return { status: 201, body: DAY };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Add custom day' }));
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  await hand.type(screen.getByLabelText('Name'), 'Founders’ day');
  const day = screen.getByLabelText('Day');
  await hand.clear(day);
  await hand.type(day, '32{Enter}');
  expect(await screen.findByText('This month doesn’t have that many days.')).toBeVisible();
  await hand.clear(day);
  await hand.type(day, '3{Enter}');
  expect(await screen.findByRole('region', { name: 'Effect' })).toBeVisible();
  expect(sent).toEqual([]);
  await hand.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Founders’ day');
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  await hand.click(await screen.findByRole('button', { name: 'Add custom day' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([
    {
      name: 'Founders’ day',
      kind: 'half',
      scope: { kind: 'companies', companyIds: ['c1'] },
      rule: { kind: 'date', day: 3 },
    },
  ]);
});

test('a custom day can be changed', async () => {
  const sent: unknown[] = [];
  const hand = show([DAY], {
    [`PUT ${PATH}/d1`]: (body) => {
      sent.push(body);
      return { body: DAY };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Edit Founders’ day' }));
  expect(screen.getByRole('combobox', { name: 'Week' })).toHaveTextContent('Last');
  expect(screen.getByRole('combobox', { name: 'Weekday' })).toHaveTextContent('Monday');
  await hand.click(screen.getByRole('button', { name: 'Continue' }));
  await hand.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject([{ rule: DAY.rule }]));
});

test('the dialog for custom days shows, before a day is deleted, how many poles will be raised', async () => {
  let isDeleted = false;
  const hand = show([DAY], {
    'GET /api/half-staff/release?orderId=o1': () => ({
      body: {
        engineIsOn: true,
        rising: { count: 1, names: [] },
        risingIds: ['f'],
        offline: 0,
        lowering: 0,
      },
    }),
    [`DELETE ${PATH}/d1`]: () => {
      isDeleted = true;
      return { status: 204 };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Delete Founders’ day' }));
  const question = await screen.findByRole('alertdialog');
  expect(await within(question).findByText(/1 pole is at half-staff/)).toBeVisible();
  await hand.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(isDeleted).toBe(true));
});

test.each([
  [{ kind: 'date', month: 2, day: 29 } as const, 'Every year on February 29'],
  [
    { kind: 'weekday', month: 10, weekday: 0, week: '1' } as const,
    'Every year on the first Sunday of October',
  ],
])('the rule of a custom day is shown as a sentence: %j', (rule, text) => {
  expect(ruleText(rule)).toBe(text);
});
