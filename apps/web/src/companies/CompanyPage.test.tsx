import type { Flag } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { makeFlag, silentNode } from '@/flags/testing/flags.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { makeEmployee } from '@/testing/people.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import CompanyPage from './CompanyPage.tsx';

const ACME = makeCompany('acme', 'Acme', {
  address2: 'Suite 5',
  description: 'Runs the pier.',
  locations: 2,
  flags: 2,
  users: 2,
});
const HALL = makeLocation('acme-lima-1', 'City Hall', 'acme');
const person = (firstName: string, lastName: string) =>
  makeEmployee(firstName, `${firstName} ${lastName}`, { role: 'company_user', status: 'online' });
const online = makeFlag({ id: 'one', name: 'One' });
const offline = makeFlag({ id: 'two', name: 'Two' }, silentNode(900));

afterEach(() => {
  act(() => realtime.stop());
});

async function show({
  flags = [online, offline] as Flag[],
  handlers = {} as Record<string, Handler>,
} = {}) {
  serve({
    'GET /api/companies/acme': () => ({ body: ACME }),
    'GET /api/flags/company/acme': () => ({ body: flags }),
    'GET /api/locations/company/acme': () => ({ body: [HALL] }),
    'GET /api/users/company/acme': () => ({ body: [person('Zoe', 'Abel'), person('Ann', 'Zorn')] }),
    ...handlers,
  });
  const rendered = renderWith(
    <Route path="/companies/:id">
      <CompanyPage />
    </Route>,
    { user: testUser(), path: '/companies/acme' },
  );
  await screen.findByRole('heading', { level: 1, name: 'Acme' });
  await screen.findByText('Zoe Abel');
  await screen.findAllByText(flags[0]?.name ?? 'No flags yet');
  return { ...rendered, user: userEvent.setup({ delay: null }) };
}

const section = (name: string) => screen.getByRole('region', { name });
const card = (title: string) =>
  screen.getAllByRole('heading', { name: title })[0]?.parentElement?.parentElement;

describe('the company page (spec §2)', () => {
  test("shows the company's name and address, a back link and the actions", async () => {
    await show();
    const address = screen.getByText(/1 Main St, Suite 5/);
    expect(address).toHaveTextContent('1 Main St, Suite 5Lima, OH 458015555550100');
    expect(screen.getByText('Runs the pier.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
      'href',
      '/companies',
    );
    expect(screen.getByRole('button', { name: 'Edit Company' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Delete Company' })).toBeEnabled();
    await waitFor(() => expect(document.title).toBe('Acme · Halyard'));
  });

  test('counts locations and flags, and shows Active while at least one flag is online', async () => {
    const { unmount } = await show();
    expect(card('Locations')).toHaveTextContent('Locations2');
    expect(card('Flags')).toHaveTextContent('Flags21 online, 1 offline');
    expect(card('Status')).toHaveTextContent('StatusActive');
    unmount();
    await show({ flags: [offline] });
    expect(card('Status')).toHaveTextContent('StatusInactive');
  });

  test('shows its flags with master controls, Auto Half Mast and four sortable columns', async () => {
    await show();
    const table = within(section('Flags')).getByRole('table');
    const heads = within(table).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(
      'Flag,Location,Status,Voltage,Flag Up,Flag Down,Flag Half,Lamp'.split(','),
    );
    expect(heads.filter((head) => head.hasAttribute('aria-sort'))).toHaveLength(4);
    const switches = within(table).getAllByRole('switch');
    const names = [
      'Auto Half Mast',
      ...['All Up', 'All Down', 'All Half', 'Lamp'].map((name) => `${name}, 1 online`),
    ];
    for (const [index, name] of names.entries()) expect(switches[index]).toHaveAccessibleName(name);
    expect(screen.getByRole('switch', { name: 'Flag Half, One' })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'Open in Flags' })).toHaveAttribute(
      'href',
      '/flags?company=acme',
    );
  });

  test('changes Auto Half Mast with a PATCH', async () => {
    const sent: unknown[] = [];
    const { user } = await show({
      handlers: {
        'PATCH /api/companies/acme': (body) => {
          sent.push(body);
          return { body: { ...ACME, autoHalfMast: true } };
        },
      },
    });
    await user.click(screen.getByRole('switch', { name: 'Auto Half Mast' }));
    expect(await screen.findByText('Auto Half Mass updated')).toBeVisible();
    expect(sent).toEqual([{ autoHalfMast: true }]);
  });

  test("shows 'No flags yet' and still has Auto Half Mast", async () => {
    await show({ flags: [] });
    expect(screen.getByText('No flags yet')).toBeVisible();
    expect(screen.getAllByRole('switch', { name: 'Auto Half Mast' })).toHaveLength(1);
  });

  test('lists its employees by last name, then first name', async () => {
    await show();
    const rows = within(section('Employees')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual([
      'Zoe Abel',
      'Ann Zorn',
    ]);
  });

  test('has no company field in the employee form, and leaves the company out of the request (spec §7)', async () => {
    const sent: unknown[] = [];
    const { user } = await show({
      handlers: {
        'PATCH /api/users/Zoe': (body) => {
          sent.push(body);
          return { body: person('Zoe', 'Abel') };
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Edit Zoe Abel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Employee' });
    expect(within(dialog).queryByLabelText('Company')).toBeNull();
    await user.click(within(dialog).getByLabelText('Role'));
    await user.click(screen.getByRole('option', { name: 'Master' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Employee updated')).toBeVisible();
    expect(sent).toEqual([{ role: 'master', locationId: null }]);
  });

  test.each([
    ['immediately', false],
    ['when another user deletes the company while it is on screen', true],
  ])("shows 'Company not found' %s", async (_, later) => {
    const gone = { status: 404, body: 'Company not found' };
    let there = later;
    const answer: Handler = () => (there ? { body: ACME } : gone);
    if (later) {
      const { client } = await show({ handlers: { 'GET /api/companies/acme': answer } });
      there = false;
      await act(() => client.invalidateQueries());
    } else {
      serve({ 'GET /api/companies/acme': answer });
      renderWith(
        <Route path="/companies/:id">
          <CompanyPage />
        </Route>,
        { user: testUser(), path: '/companies/acme' },
      );
    }
    expect(await screen.findByRole('heading', { name: 'Company not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Companies' })).toHaveAttribute(
      'href',
      '/companies',
    );
  });
});

describe('the dialogs of the company page', () => {
  test('send only the changes to a company, and return focus to the button that opened them', async () => {
    const sent: unknown[] = [];
    const { user } = await show({
      handlers: {
        'PATCH /api/companies/acme': (body) => {
          sent.push(body);
          return sent.length === 1
            ? { status: 503, body: 'Busy.' }
            : { body: { ...ACME, ...(body as object) } };
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Edit Company' }));
    const form = await screen.findByRole('region', { name: 'Edit Company' });
    expect(within(form).getByLabelText('Name')).toHaveFocus();
    await user.type(within(form).getByLabelText('Name'), ' Pier');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update company.')).toBeVisible();
    expect(within(form).getByLabelText('Name')).toHaveValue('Acme Pier');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Company updated')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Edit Company' })).toBeNull());
    expect(sent.at(-1)).toEqual({ name: 'Acme Pier' });
    expect(screen.getByRole('button', { name: 'Edit Company' })).toHaveFocus();
  });

  test('let a user add a location to the company, and show an error if the US state is missing (spec §5)', async () => {
    const sent: unknown[] = [];
    const { user } = await show({
      handlers: {
        // The company's address differs from that of the new location.
        'GET /api/companies/acme': () => ({
          body: { ...ACME, address1: '', address2: '', city: '', state: '', zip: '', phone: '' },
        }),
        'POST /api/locations': (body) => {
          sent.push(body);
          return sent.length === 1 ? { status: 409, body: 'Taken.' } : { status: 201, body };
        },
      },
    });
    await user.click(screen.getByRole('button', { name: 'Add Location' }));
    const form = await screen.findByRole('region', { name: 'Add Location' });
    const field = (name: string) => within(form).getByLabelText(name);
    expect(within(form).queryByLabelText('Company')).toBeNull();
    expect(field('Name')).toHaveValue('Acme');
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Annex');
    await user.type(field('Address'), '2 Side St');
    await user.type(field('City'), 'Lima');
    await user.type(field('ZIP code'), '45801');
    await user.type(field('Phone'), '1{Enter}');
    expect(await within(form).findByRole('alert')).toHaveTextContent(
      /^Validation error: Please select a state\.$/,
    );
    await user.click(field('State'));
    await user.click(screen.getByRole('option', { name: 'Ohio' }));
    const add = within(form).getByRole('button', { name: 'Add Location' });
    await user.click(add);
    // The toast has the page's own text. The server's text appears in the form.
    expect(await screen.findByText('Failed to create location.')).toBeVisible();
    expect(await within(form).findByText('Taken.')).toBeVisible();
    await user.click(add);
    expect(await screen.findByText('Location created')).toBeVisible();
    expect(sent[1]).toMatchObject({
      id: expect.stringMatching(/^acme-lima-\d{13}$/),
      companyId: 'acme',
      name: 'Annex',
      state: 'OH',
    });
  });

  test('return to the company list after the user has deleted the company', async () => {
    const { user, history } = await show({
      handlers: { 'DELETE /api/companies/acme': () => ({ status: 204 }) },
    });
    await user.click(screen.getByRole('button', { name: 'Delete Company' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('2 locations, 2 flags, 2 users');
    await user.type(within(dialog).getByRole('textbox'), 'Acme');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Company deleted')).toBeVisible();
    expect(history.at(-1)).toBe('/companies');
  });
});
