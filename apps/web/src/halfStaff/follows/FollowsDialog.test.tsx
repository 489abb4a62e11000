import {
  choiceOf,
  type FollowsChange,
  type FollowsChoice,
  type FollowsSettings,
  type HalfStaffRelease,
} from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import FollowsDialog from './FollowsDialog.tsx';

const ALL = choiceOf(null);
const PATH = '/api/half-staff/follows/acme';
const NOTHING: HalfStaffRelease = {
  engineIsOn: true,
  rising: { count: 0, names: [] },
  risingIds: [],
  offline: 0,
  lowering: 0,
};
const settings = (more: Partial<FollowsSettings> = {}): FollowsSettings => ({
  follows: ALL,
  isOwn: false,
  ownLocations: [],
  poles: { us: 3, state: 0, other: 0 },
  days: [
    { name: 'Memorial Day', date: '2027-05-31', projected: false },
    { name: 'Patriot Day', date: '2027-09-11', projected: false },
  ],
  ...more,
});
const only = (change: Partial<FollowsChoice['authorities']>): FollowsChoice => ({
  ...ALL,
  authorities: { ...ALL.authorities, ...change },
});
const rising = ['Gate', 'Roof'].map((name) => ({
  id: name,
  name,
  location: 'North',
  company: 'Acme',
  companyId: 'acme',
}));
const companyUser = testUser({ role: 'company_user', companyId: 'acme' });

interface Stored {
  company?: Partial<FollowsSettings>;
  location?: Partial<FollowsSettings>;
  effect?: Partial<HalfStaffRelease>;
  locationId?: string;
}

/** Opens the dialog on a server that has these settings. */
async function open(stored: Stored = {}, user = companyUser) {
  const saved: FollowsChange[] = [];
  const onClose = vi.fn();
  serve({
    [`GET ${PATH}`]: () => ({ body: settings(stored.company) }),
    [`GET ${PATH}?locationId=l1`]: () => ({ body: settings(stored.location) }),
    [`POST ${PATH}/effect`]: () => ({ body: { ...NOTHING, ...stored.effect } }),
    [`PUT ${PATH}`]: (body) => {
      saved.push(body as FollowsChange);
      return { body: settings(stored.company) };
    },
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
    'GET /api/companies/acme': () => ({ body: makeCompany('acme', 'Acme') }),
    'GET /api/locations': () => ({ body: [makeLocation('l1', 'North', 'acme')] }),
    'GET /api/locations/company/acme': () => ({ body: [makeLocation('l1', 'North', 'acme')] }),
    'GET /api/half-staff/engine': () => ({
      body: { isOn: true, by: null, at: null, changedRules: [] },
    }),
  });
  const { locationId } = stored;
  renderWith(
    <FollowsDialog
      user={user}
      {...(locationId !== undefined && { companyId: 'acme', locationId })}
      onClose={onClose}
    />,
    { user },
  );
  await screen.findByRole('dialog', { name: 'Follow settings' });
  return { person: userEvent.setup({ delay: null }), saved, onClose };
}
const box = (name: string | RegExp) => screen.findByRole('checkbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

test('the dialog for choosing which orders to follow has one checkbox per authority if all poles fly the US flag', async () => {
  const { person, saved, onClose } = await open();
  await person.click(await box('City'));
  await person.click(await box('Patriot Day Sep 11, 2027'));
  await person.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved).toEqual([
    { locationId: null, follows: { ...only({ city: [] }), daysNotFollowed: ['Patriot Day'] } },
  ]);
});

test('the dialog for choosing which orders to follow has a column for each kind of flag if some poles do not fly the US flag', async () => {
  const { person, saved } = await open({ company: { poles: { us: 1, state: 2, other: 0 } } });
  await person.click(await box('Governor, US flag'));
  expect(await box('Governor, State flag')).toBeChecked();
  await person.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.follows).toEqual(only({ governor: ['state', 'other'] }));
});

test('the dialog for choosing which orders to follow shows how many poles will move before the user saves a change', async () => {
  const { person, saved } = await open({
    effect: { rising: { count: 2, names: rising }, lowering: 1 },
  });
  await person.click(await box('President'));
  await person.click(save());
  const question = await screen.findByRole('alertdialog', { name: 'Change follow settings' });
  expect(question).toHaveTextContent('2 poles are at half-staff. They will go up.');
  expect(question).toHaveTextContent('1 pole will go to half-staff.');
  expect(saved).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
});

test('a location follows the same orders as its company until it gets settings of its own', async () => {
  const { person, saved } = await open({
    company: { follows: only({ county: [] }), ownLocations: [] },
    location: { follows: only({ county: [] }) },
    locationId: 'l1',
  });
  expect(await box('County')).toBeDisabled();
  await person.click(
    screen.getByRole('switch', { name: 'Use separate settings for this location' }),
  );
  await person.click(await box('County'));
  await person.click(save());
  await waitFor(() => expect(saved).toEqual([{ locationId: 'l1', follows: ALL }]));
});

test("a user can remove a location's own settings for following orders", async () => {
  const { person, saved } = await open({
    company: { follows: only({ county: [] }) },
    location: { isOwn: true },
    locationId: 'l1',
  });
  expect(await box('County')).toBeChecked();
  await person.click(
    screen.getByRole('switch', { name: 'Use separate settings for this location' }),
  );
  expect(await box('County')).not.toBeChecked();
  await person.click(save());
  await waitFor(() => expect(saved).toEqual([{ locationId: 'l1', follows: null }]));
});

test('the dialog for choosing which orders a company follows lists the locations that have their own settings', async () => {
  await open({ company: { ownLocations: [{ id: 'l1', name: 'North' }] } });
  expect(await screen.findByText('Locations with their own settings: North')).toBeVisible();
  expect(
    screen.getByText('Auto Half Mast is off, so poles don’t follow any of these orders or days.'),
  ).toBeVisible();
});

test('the dialog for choosing which orders to follow asks a master to choose a company first', async () => {
  const { person } = await open({}, testUser());
  expect(screen.queryByRole('checkbox')).toBeNull();
  await person.click(await screen.findByRole('combobox', { name: 'Company' }));
  await person.click(await screen.findByRole('option', { name: 'Acme' }));
  expect(await box('President')).toBeChecked();
});

test('a location user can see, but not change, which orders the location follows', async () => {
  const user = testUser({ role: 'location_user', companyId: 'acme', locationId: 'l1' });
  await open({ locationId: 'l1' }, user);
  expect(await box('President')).toBeDisabled();
  expect(screen.getByText('Same as the company.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
