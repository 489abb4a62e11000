import type { CalendarSubscription, CalendarSubscriptionCreate } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import SubscribeDialog from './SubscribeDialog.tsx';

const URL_PATH = '/api/half-staff/calendar-subscriptions';
const urlOf = (state: string) => `https://flags.example.com/api/calendars/${state}.ics`;
const subscription = (
  state: string,
  more: Partial<CalendarSubscription> = {},
): CalendarSubscription => ({
  id: state,
  companyId: 'acme',
  state,
  url: urlOf(state),
  createdBy: 'ann',
  createdAt: 0,
  lastReadAt: null,
  ...more,
});

const LOCATIONS = [
  makeLocation('l1', 'North', 'acme', { state: 'VT' }),
  makeLocation('l2', 'Coast', 'acme', { state: 'ME' }),
  makeLocation('l3', 'South', 'acme', { state: 'VT' }),
  makeLocation('l4', 'West', 'birch', { state: 'CA' }),
];

/** Opens the dialog. The server starts with these calendars, and stores new ones. */
async function open(user = testUser(), stored: CalendarSubscription[] = []) {
  serve({
    [`GET ${URL_PATH}`]: () => ({ body: stored }),
    [`POST ${URL_PATH}`]: (body) => {
      const made = subscription((body as CalendarSubscriptionCreate).state);
      stored.push(made);
      return { status: 201, body: made };
    },
    [`DELETE ${URL_PATH}/VT`]: () => {
      stored.splice(0);
      return { status: 204 };
    },
    'GET /api/companies': () => ({
      body: [makeCompany('acme', 'Acme'), makeCompany('birch', 'Birch')],
    }),
    'GET /api/locations': () => ({ body: LOCATIONS }),
    'GET /api/locations/company/acme': () => ({ body: LOCATIONS.slice(0, 3) }),
  });
  renderWith(<SubscribeDialog user={user} onClose={() => {}} />, { user });
  await screen.findByRole('dialog', { name: 'Subscribe to half-staff days' });
  return userEvent.setup({ delay: null });
}
const companyUser = testUser({ role: 'company_user', companyId: 'acme' });
const optionsOf = async (person: ReturnType<typeof userEvent.setup>, name: string) => {
  await person.click(await screen.findByRole('combobox', { name }));
  return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
};

test('a company user can create a calendar for a state where the company has locations', async () => {
  const person = await open(companyUser);
  expect(await screen.findByText('No calendars yet.')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Company' })).toBeNull();
  expect(await optionsOf(person, 'State')).toEqual(['Maine', 'Vermont']);
  await person.click(screen.getByRole('option', { name: 'Vermont' }));
  await person.click(screen.getByRole('button', { name: 'Create URL' }));
  expect(await screen.findByRole('textbox', { name: 'Calendar URL for Vermont' })).toHaveValue(
    urlOf('VT'),
  );
  expect(screen.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    'webcal://flags.example.com/api/calendars/VT.ics',
  );
  expect(screen.getByText('Not used by any calendar yet')).toBeVisible();
  // Nothing typed is lost if the dialog closes now.
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveTextContent('Select a state');
});

test('a master has to choose a company for a new calendar subscription, and sees the company of each existing subscription', async () => {
  const person = await open(testUser(), [subscription('VT', { lastReadAt: Date.now() })]);
  expect(
    await screen.findByRole('textbox', { name: 'Calendar URL for Vermont, Acme' }),
  ).toBeVisible();
  expect(screen.getByText(/^Last read/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'State' })).toBeDisabled();
  expect(await optionsOf(person, 'Company')).toEqual(['Acme', 'Birch']);
  await person.click(screen.getByRole('option', { name: 'Birch' }));
  expect(await optionsOf(person, 'State')).toEqual(['California']);
});

test('the calendar subscription form asks for missing values', async () => {
  const person = await open(companyUser);
  await person.click(await screen.findByRole('button', { name: 'Create URL' }));
  expect(await screen.findByText('State is required')).toBeVisible();
});

test('the URL of a calendar subscription is revoked after a confirmation', async () => {
  const person = await open(companyUser, [subscription('VT')]);
  await person.click(
    await screen.findByRole('button', { name: 'Revoke the calendar URL for Vermont' }),
  );
  const question = await screen.findByRole('alertdialog', { name: 'Revoke calendar URL' });
  expect(question).toHaveTextContent(
    'Calendars that use this URL will no longer show half-staff days in',
  );
  await person.click(within(question).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No calendars yet.')).toBeVisible();
});
