import type { User } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { endSession } from '@/lib/sessionEvents.ts';
import { makeEmployee } from '@/testing/people.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import EmployeesPage from './EmployeesPage.tsx';

const master = testUser();
const companyUser = testUser({ role: 'company_user', companyId: 'acme', locationId: 'acme-hall' });
const NOWHERE = { companyId: null, locationId: null, company: null, location: null };
const PAT = makeEmployee('u1', 'Pat Lee', { role: 'master', status: 'online', ...NOWHERE });
const ANN = makeEmployee('ann', 'Ann Zorn', { email: 'a.zorn@example.org' });
const BEN = makeEmployee('ben', 'Ben Abel', {
  role: 'employee',
  locationId: null,
  location: null,
});
const ZOE = makeEmployee('zoe', 'Zoe Abel', {
  role: 'company_user',
  companyId: 'birch',
  company: 'Birch',
  locationId: 'birch-park',
  location: 'Park',
});
const STAFF = makeEmployee('sam', 'Sam Orr', {
  role: 'employee',
  allCompanies: true,
  ...NOWHERE,
});

afterEach(() => {
  window.innerWidth = 1024;
});

async function show(
  options: {
    user?: typeof master;
    people?: User[];
    path?: string;
    handlers?: Record<string, Handler>;
  } = {},
) {
  const { user = master, people = [PAT, ANN, ZOE, BEN, STAFF], path = '/employees' } = options;
  const locations = [
    makeLocation('acme-hall', 'City Hall', 'acme'),
    makeLocation('acme-depot', 'Depot', 'acme'),
    makeLocation('birch-park', 'Park', 'birch'),
  ];
  const companies = [makeCompany('acme', 'Acme'), makeCompany('birch', 'Birch')];
  const fetch = serve({
    'GET /api/users': () => ({ body: people }),
    'GET /api/users/company/acme': () => ({ body: people }),
    'GET /api/locations': () => ({ body: locations }),
    'GET /api/locations/company/acme': () => ({ body: locations.slice(0, 2) }),
    'GET /api/companies': () => ({ body: user === master ? companies : companies.slice(0, 1) }),
    'GET /api/user': () => ({ body: user }),
    ...options.handlers,
  });
  const rendered = renderWith(<EmployeesPage />, { user, path });
  await screen.findByText(people.length > 0 ? /^Showing/ : 'No employees yet');
  return { ...rendered, fetch, person: userEvent.setup({ delay: null }) };
}

type Person = ReturnType<typeof userEvent.setup>;
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);
const dialog = () => screen.getByRole('dialog');
const field = (name: string) => within(dialog()).getByLabelText(name);

async function openEdit(person: Person, name: string) {
  await person.click(screen.getByRole('button', { name: `Edit ${name}` }));
  await screen.findByRole('dialog', { name: 'Edit Employee' });
}
async function openAdd(person: Person) {
  await person.click(screen.getByRole('button', { name: 'Add Employee' }));
  await screen.findByRole('dialog', { name: 'Add Employee' });
}
const submit = (person: Person, name: string) =>
  person.click(within(dialog()).getByRole('button', { name }));
async function choose(person: Person, label: string, option: string) {
  await person.click(field(label));
  await person.click(screen.getByRole('option', { name: option }));
}
async function optionsOf(person: Person, label: string) {
  await person.click(field(label));
  const texts = screen.getAllByRole('option').map((option) => option.textContent);
  await person.keyboard('{Escape}');
  return texts;
}
/**
 * Creates a handler that responds to one API call with `body`.
 * @returns the request bodies that the handler has received, and the handler
 */
function noting(call: string, body: unknown) {
  const sent: unknown[] = [];
  const handler: Handler = (received) => {
    sent.push(received);
    return { body };
  };
  return { sent, handlers: { [call]: handler } };
}

describe('the employee list (spec §2)', () => {
  test("has the specification's wording and columns, and is sorted by last name, then first name", async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Employees');
    expect(screen.getByText('Manage employee accounts and permissions')).toBeVisible();
    expect(screen.getByPlaceholderText('Search employees...')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(
      'Name,Email,Role,Location,Status,Actions'.split(','),
    );
    expect(names()).toEqual(['Ben Abel', 'Zoe Abel', 'Pat Lee', 'Sam Orr', 'Ann Zorn']);
    const zoe = screen.getByRole('row', { name: /Zoe Abel/ });
    expect(
      within(zoe)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Zoe Abel', 'zoe@example.org', 'Company User', 'ParkBirch', 'Offline', '']);
    expect(screen.getByRole('row', { name: /Sam Orr/ })).toHaveTextContent('All companies');
    expect(screen.getByRole('row', { name: /Pat Lee/ })).toHaveTextContent(/Master.*Online/);
  });

  test.each([
    ['ZOE', ['Zoe Abel']],
    ['a.zorn@', ['Ann Zorn']],
    ['location user', ['Ann Zorn']],
    ['city hall', ['Ann Zorn']],
  ])('is searched by name, email, role label and location: %s', async (query, found) => {
    await show({ path: `/employees?q=${encodeURIComponent(query)}` });
    expect(names()).toEqual(found);
  });

  test('cycles each column through three sort orders', async () => {
    const { person } = await show({ people: [ANN, ZOE, BEN] });
    const press = () => person.click(screen.getByRole('button', { name: 'Name' }));
    await press();
    expect(names()).toEqual(['Ann Zorn', 'Ben Abel', 'Zoe Abel']);
    await press();
    expect(names()).toEqual(['Zoe Abel', 'Ben Abel', 'Ann Zorn']);
    await press();
    expect(names()).toEqual(['Ben Abel', 'Zoe Abel', 'Ann Zorn']);
  });

  test('shows one card per employee on a phone', async () => {
    window.innerWidth = 390;
    const { person } = await show();
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: 'Employees' })).getAllByRole('listitem');
    expect(cards[1]).toHaveTextContent(
      /Zoe Abel.*zoe@example.org.*Company User.*Offline.*Park.*Birch/,
    );
    await person.click(within(cards[1]!).getByRole('button', { name: 'Zoe Abel' }));
    expect(await screen.findByRole('dialog', { name: 'Edit Employee' })).toBeVisible();
  });

  test('shows how to get started if there are no employees', async () => {
    const { person } = await show({ people: [] });
    expect(screen.getByText('Add your first employee to start managing your team.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Add First Employee' }));
    expect(await screen.findByRole('dialog', { name: 'Add Employee' })).toBeVisible();
  });
});

describe('the form for adding an employee', () => {
  test("shows all missing fields at once, in the specification's words (spec §5)", async () => {
    const { person } = await show();
    await openAdd(person);
    expect(dialog()).toHaveTextContent('Fill in the information below to create a new employee.');
    expect(field('Role')).toHaveTextContent('Location User');
    await submit(person, 'Add Employee');
    const said = await within(dialog()).findAllByRole('alert');
    expect(said.map((alert) => alert.textContent)).toEqual([
      'First name is required',
      'Last name is required',
      'Email is required',
      'Phone number is required',
      'Username is required',
      'Password is required for new employees.',
      'Please select a location for the employee.',
    ]);
  });

  async function fillPerson(person: Person) {
    await person.type(field('First name'), 'Kim');
    await person.type(field('Last name'), 'Roe');
    await person.type(field('Email'), 'kim@example.org');
    await person.type(field('Phone'), '5125550123');
    await person.type(field('Username'), 'kim');
    await person.type(field('Password'), 'long enough');
  }
  const KIM = {
    firstName: 'Kim',
    lastName: 'Roe',
    email: 'kim@example.org',
    phone: '5125550123',
    username: 'kim',
    password: 'long enough',
  };

  test("offers the selected company's locations, and clears the location when the company changes (spec §4)", async () => {
    const { sent, handlers } = noting('POST /api/users', ANN);
    const { person } = await show({ handlers });
    await openAdd(person);
    expect(field('Location')).toBeDisabled();
    expect(field('Location')).toHaveTextContent('Select a company first');
    await choose(person, 'Company', 'Birch');
    expect(await optionsOf(person, 'Location')).toEqual(['Park']);
    await choose(person, 'Location', 'Park');
    await choose(person, 'Company', 'Acme');
    expect(field('Location')).toHaveTextContent('Select a location');
    await choose(person, 'Location', 'Depot');
    await fillPerson(person);
    await submit(person, 'Add Employee');
    expect(await screen.findByText('Employee created')).toBeVisible();
    expect(sent).toEqual([
      { ...KIM, role: 'location_user', companyId: 'acme', locationId: 'acme-depot' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('lets a master create a master, who has no company or location', async () => {
    const { sent, handlers } = noting('POST /api/users', PAT);
    const { person } = await show({ handlers });
    await openAdd(person);
    expect(await optionsOf(person, 'Role')).toEqual(['Master', 'Company User', 'Location User']);
    await choose(person, 'Role', 'Master');
    expect(within(dialog()).queryByLabelText('Company')).toBeNull();
    expect(within(dialog()).queryByLabelText('Location')).toBeNull();
    await fillPerson(person);
    await submit(person, 'Add Employee');
    expect(await screen.findByText('Employee created')).toBeVisible();
    expect(sent).toEqual([{ ...KIM, role: 'master', companyId: null, locationId: null }]);
  });

  test('lets a company user add employees only to their own company, and only with roles below master', async () => {
    const { person } = await show({ user: companyUser, people: [ANN] });
    await openAdd(person);
    expect(await optionsOf(person, 'Role')).toEqual(['Company User', 'Location User']);
    expect(await optionsOf(person, 'Company')).toEqual(['Acme']);
    expect(field('Company')).toHaveTextContent('Acme');
    expect(await optionsOf(person, 'Location')).toEqual(['City Hall', 'Depot']);
  });

  test("if the username is taken, shows the server's error at the field and the specification's error in the toast (spec §8)", async () => {
    let answer: Handler = () => ({ status: 409, body: 'This username is already taken.' });
    const handlers: Record<string, Handler> = {
      'POST /api/users': (body, url) => answer(body, url),
    };
    const { person, fetch } = await show({ handlers });
    await openAdd(person);
    await fillPerson(person);
    await choose(person, 'Role', 'Master');
    await submit(person, 'Add Employee');
    expect(await screen.findByText('Failed to create employee.')).toBeVisible();
    await waitFor(() => expect(field('Username')).toBeInvalid());
    expect(within(dialog()).getAllByRole('alert')).toHaveLength(1);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await person.type(field('Username'), '2');
    const sent = fetch.mock.calls.length;
    await submit(person, 'Add Employee');
    await waitFor(() => expect(fetch.mock.calls.length).toBe(sent + 1));
    expect(await screen.findByText('Failed to create employee.')).toBeVisible();
    expect(field('Username')).toHaveValue('kim2');
  });
});

describe('the form for editing an employee', () => {
  test('sends only the changes, and no blank password (spec §5)', async () => {
    const { sent, handlers } = noting('PATCH /api/users/ann', ANN);
    const { person } = await show({ handlers });
    await person.click(screen.getByText('a.zorn@example.org'));
    await screen.findByRole('dialog', { name: 'Edit Employee' });
    expect(dialog()).toHaveTextContent('Update the information below to modify this employee.');
    await person.clear(field('Phone'));
    await person.type(field('Phone'), '5125550199');
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ phone: '5125550199' }]);
  });

  test('shows that saving failed, and keeps the typed values (spec §8)', async () => {
    const { person } = await show();
    await openEdit(person, 'Ann Zorn');
    await person.type(field('Phone'), '9');
    await submit(person, 'Save');
    expect(await screen.findByText('Failed to update employee.')).toBeVisible();
    expect(field('Phone')).toHaveValue(`${ANN.phone}9`);
  });

  test('rejects a new password with fewer than 8 characters', async () => {
    const { sent, handlers } = noting('PATCH /api/users/ann', ANN);
    const { person } = await show({ handlers });
    await openEdit(person, 'Ann Zorn');
    await person.type(field('Password'), 'short');
    await submit(person, 'Save');
    expect(
      await screen.findByText('Password must be at least 8 characters long.'),
    ).toBeInTheDocument();
    await person.type(field('Password'), ' no more');
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ password: 'short no more' }]);
  });

  test('lets a company user make an account view-only, and shows this in the list', async () => {
    const { sent, handlers } = noting('PATCH /api/users/ann', ANN);
    const looker = makeEmployee('lou', 'Lou Reed', { mayMovePoles: false });
    const { person } = await show({ user: companyUser, people: [ANN, looker], handlers });
    expect(screen.getAllByText('View only')).toHaveLength(1);
    await openEdit(person, 'Ann Zorn');
    const mayMove = screen.getByRole('switch', { name: 'Can move poles' });
    expect(mayMove).toBeChecked();
    await person.click(mayMove);
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ mayMovePoles: false }]);
  });

  test('hides the view-only switch for a role that may always move poles', async () => {
    const { person } = await show({ user: companyUser, people: [{ ...ZOE, companyId: 'acme' }] });
    await openEdit(person, 'Zoe Abel');
    expect(screen.queryByRole('switch', { name: 'Can move poles' })).toBe(null);
  });

  test("keeps the role 'Employee' for accounts that have it, with or without a location", async () => {
    const { sent, handlers } = noting('PATCH /api/users/ben', BEN);
    const { person } = await show({ user: companyUser, people: [BEN], handlers });
    await openEdit(person, 'Ben Abel');
    expect(await optionsOf(person, 'Role')).toEqual(['Company User', 'Location User', 'Employee']);
    expect(within(dialog()).queryByRole('switch', { name: 'Operator staff' })).toBeNull();
    await person.clear(field('Last name'));
    await person.type(field('Last name'), 'Able');
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ lastName: 'Able' }]);
  });

  test("lets a user remove the location of an account with the role 'Employee'", async () => {
    const placed = { ...BEN, locationId: 'acme-hall' };
    const { sent, handlers } = noting('PATCH /api/users/ben', BEN);
    const { person } = await show({ user: companyUser, people: [placed], handlers });
    await openEdit(person, 'Ben Abel');
    await person.click(within(dialog()).getByRole('combobox', { name: /^Location/ }));
    await person.click(screen.getByRole('option', { name: 'No location' }));
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ locationId: null }]);
  });

  test('closes without a call or a message if nothing changed', async () => {
    // Clears the message of the previous test.
    endSession();
    const { sent, handlers } = noting('PATCH /api/users/ben', BEN);
    const { person } = await show({ user: companyUser, people: [BEN], handlers });
    await openEdit(person, 'Ben Abel');
    await submit(person, 'Save');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    expect(screen.queryByText('Employee updated')).toBeNull();
  });

  test('lets a master turn an employee into operator staff, who belong to no company', async () => {
    const { sent, handlers } = noting('PATCH /api/users/ben', BEN);
    const { person } = await show({ handlers });
    await openEdit(person, 'Ben Abel');
    await person.click(within(dialog()).getByRole('switch', { name: 'Operator staff' }));
    expect(within(dialog()).queryByLabelText('Company')).toBeNull();
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ allCompanies: true, companyId: null }]);
  });

  test('requires a company when an account stops being operator staff', async () => {
    const { sent, handlers } = noting('PATCH /api/users/sam', STAFF);
    const { person } = await show({ handlers });
    await openEdit(person, 'Sam Orr');
    await person.click(within(dialog()).getByRole('switch', { name: 'Operator staff' }));
    await submit(person, 'Save');
    expect(await within(dialog()).findByText('Company is required')).toBeVisible();
    await choose(person, 'Company', 'Birch');
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ allCompanies: false, companyId: 'birch' }]);
  });

  test('does not let users change their own role or password', async () => {
    const { sent, handlers } = noting('PATCH /api/users/u1', PAT);
    const { person, fetch } = await show({ handlers });
    await openEdit(person, 'Pat Lee');
    expect(field('Role')).toBeDisabled();
    expect(dialog()).toHaveTextContent('You cannot change your own role.');
    expect(within(dialog()).queryByLabelText('Password')).toBeNull();
    expect(within(dialog()).getByRole('link', { name: 'your profile' })).toHaveAttribute(
      'href',
      '/profile',
    );
    await person.type(field('Username'), '2');
    await submit(person, 'Save');
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ username: 'pat2' }]);
    // The sidebar also shows the user's own name.
    await waitFor(() => expect(fetch.mock.calls.map(([url]) => url)).toContain('/api/user'));
  });
});

describe('deleting an employee', () => {
  test("requires a confirmation with the employee's name, and shows why the server rejects the deletion", async () => {
    let answer = { status: 409, body: 'The last master cannot be deleted or demoted.' };
    const other = makeEmployee('max', 'Max Roe', { role: 'master', ...NOWHERE });
    const { person } = await show({
      people: [PAT, other],
      handlers: { 'DELETE /api/users/max': () => answer },
    });
    await person.click(screen.getByRole('button', { name: 'Delete Max Roe' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete employee' });
    expect(question).toHaveTextContent(
      'Are you sure you want to delete "Max Roe"? This action cannot be undone.',
    );
    expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await person.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete employee.')).toBeVisible();
    expect(question).toHaveTextContent('The last master cannot be deleted or demoted.');
    answer = { status: 204, body: '' };
    await person.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Employee deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  test("is disabled for the user's own account, and shows the reason", async () => {
    await show();
    const button = screen.getByRole('button', { name: 'Delete Pat Lee' });
    expect(button).toBeDisabled();
    expect(button).toHaveAttribute('title', 'You can’t delete your own account');
  });
});
