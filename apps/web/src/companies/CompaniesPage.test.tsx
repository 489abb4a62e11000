import type { Company } from '@halyard/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Answer, type Handler, serve } from '@/testing/server.ts';
import CompaniesPage from './CompaniesPage.tsx';

const COMPANIES = [
  makeCompany('birch', 'Birch', { locations: 3, flags: 12, users: 8 }),
  makeCompany('acme', 'Acme', { locations: 1, flags: 0, users: 1 }),
];

async function show(companies: Company[], handlers: Record<string, Handler> = {}) {
  serve({ 'GET /api/companies': () => ({ body: companies }), ...handlers });
  const rendered = renderWith(<CompaniesPage />, { user: testUser(), path: '/companies' });
  await screen.findByText(companies.length > 0 ? /^Showing/ : 'No companies yet');
  return { ...rendered, person: userEvent.setup({ delay: null }) };
}

describe('the companies page (spec §2)', () => {
  test("has the specification's wording and columns, and is sorted by name", async () => {
    await show(COMPANIES);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Companies');
    expect(screen.getByText('Manage organizations and clients')).toBeVisible();
    expect(screen.getByPlaceholderText('Search companies...')).toBeVisible();
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['NameLocationsFlagsUsersActions', 'Acme101', 'Birch3128']);
  });

  test('finds companies by name, and links each row to its company', async () => {
    const { person, history } = await show(COMPANIES);
    await person.type(screen.getByPlaceholderText('Search companies...'), 'BIR');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    expect(screen.getByRole('link', { name: 'Birch' })).toHaveAttribute('href', '/companies/birch');
    await person.click(screen.getByText('12'));
    expect(history.at(-1)).toBe('/companies/birch');
  });

  test('shows the empty state, and adds the first company (spec §5)', async () => {
    const sent: unknown[] = [];
    const { person } = await show([], {
      'POST /api/companies': (body) => {
        sent.push(body);
        return sent.length === 1 ? { status: 500, body: 'No.' } : { status: 201, body };
      },
    });
    await person.click(screen.getByRole('button', { name: 'Create First Company' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Company' });
    const field = (name: string) => within(dialog).getByLabelText(name);
    const fill = (name: string, value: string) =>
      fireEvent.change(field(name), { target: { value } });
    const add = within(dialog).getByRole('button', { name: 'Add Company' });
    await person.click(add);
    const said = await within(dialog).findAllByRole('alert');
    expect(said.map((alert) => alert.textContent)).toEqual([
      'Company name is required',
      'Address 1 is required',
      'City is required',
      'State is required',
      'Zip code must be at least 5 digits',
      'Phone number must be at least 10 digits',
    ]);
    fill('Name', 'Cedar');
    fill('Address 1', '1 Oak St');
    fill('City', 'Reno');
    await person.click(field('State'));
    const states = screen.getAllByRole('option').map((option) => option.textContent);
    expect(states).toHaveLength(56);
    // The 51 states of the specification, followed by the territories.
    expect([states[0], states[50]]).toEqual(['Alabama', 'Wyoming']);
    expect(states.slice(51)).toEqual([
      'Puerto Rico',
      'Guam',
      'U.S. Virgin Islands',
      'American Samoa',
      'Northern Mariana Islands',
    ]);
    await person.click(screen.getByRole('option', { name: 'Nevada' }));
    fill('ZIP code', '89501-12345');
    fill('Phone', '7755550100');
    await person.click(add);
    expect(await within(dialog).findByText('Zip code is too long')).toBeVisible();
    fill('ZIP code', '89501');
    await person.click(add);
    expect(await screen.findByText('Failed to create company')).toBeVisible();
    expect(field('Name')).toHaveValue('Cedar');
    await person.click(add);
    expect(await screen.findByText('Company created')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[1]).toEqual({
      name: 'Cedar',
      address1: '1 Oak St',
      address2: null,
      city: 'Reno',
      state: 'NV',
      zip: '89501',
      phone: '7755550100',
      description: null,
    });
  });

  test.each([
    [
      'two submits at the same moment',
      (form: HTMLFormElement) => [0, 1].map(() => fireEvent.submit(form)),
    ],
    [
      'Enter held down',
      (form: HTMLFormElement) => {
        within(form).getByLabelText('Name').focus();
        return userEvent.keyboard('{Enter>20/}');
      },
    ],
  ])(
    'adds only one company after %s, and lets the user try again after a failure',
    async (_, submit) => {
      const answers: ((answer: Answer) => void)[] = [];
      const { person } = await show([], {
        'POST /api/companies': () => new Promise((answer) => answers.push(answer)),
      });
      await person.click(screen.getByRole('button', { name: 'Create First Company' }));
      const dialog = await screen.findByRole('dialog', { name: 'Add Company' });
      for (const [name, value] of Object.entries({
        Name: 'Cedar',
        'Address 1': '1 Oak St',
        City: 'Reno',
        'ZIP code': '89501',
        Phone: '7755550100',
      }))
        fireEvent.change(within(dialog).getByLabelText(name), { target: { value } });
      await person.click(within(dialog).getByLabelText('State'));
      await person.click(screen.getByRole('option', { name: 'Nevada' }));
      const form = dialog.querySelector('form')!;
      await submit(form);
      await waitFor(() => expect(answers).toHaveLength(1));
      answers[0]!({ status: 500, body: 'No.' });
      expect(await screen.findByText('Failed to create company')).toBeVisible();
      expect(answers).toHaveLength(1);
      await submit(form);
      await waitFor(() => expect(answers).toHaveLength(2));
      answers[1]!({ status: 201, body: {} });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(answers).toHaveLength(2);
    },
  );

  test('asks before deleting a company, and requires the user to type its name if other data will be deleted too', async () => {
    let fails = true;
    const { person } = await show(COMPANIES, {
      'DELETE /api/companies/birch': () => (fails ? { status: 500, body: 'No.' } : { status: 204 }),
    });
    await person.click(screen.getByRole('button', { name: 'Delete Birch' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Company' });
    expect(dialog).toHaveTextContent(
      'Are you sure you want to delete "Birch"? Its locations, flags and users will also be removed: 3 locations, 12 flags, 8 users.',
    );
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    const confirm = within(dialog).getByRole('button', { name: 'Delete' });
    const name = within(dialog).getByLabelText('Type the company’s name to confirm');
    expect(confirm).toBeDisabled();
    await person.type(name, 'birch');
    expect(confirm).toBeDisabled();
    await person.clear(name);
    await person.type(name, 'Birch ');
    await person.click(confirm);
    expect(await screen.findByText('Failed to delete company.')).toBeVisible();
    fails = false;
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Company deleted')).toBeVisible();
  });

  test('does not ask the user to type the name of a company that has no locations, flags or users', async () => {
    const { person } = await show(
      COMPANIES.map((company) => ({ ...company, locations: 0, flags: 0, users: 0 })),
      { 'DELETE /api/companies/birch': () => ({ status: 204 }) },
    );
    await person.click(screen.getByRole('button', { name: 'Delete Birch' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete Company' });
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Company deleted')).toBeVisible();
  });
});
