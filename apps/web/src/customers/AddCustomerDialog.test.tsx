import type { CustomerCreate } from '@halyard/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import AddCustomerDialog from './AddCustomerDialog.tsx';

let sent: CustomerCreate[] = [];
let code: string | null = 'secret-code';

function show() {
  serve({
    'POST /api/customers': (body) => {
      const { company, location, poles, email } = body as CustomerCreate;
      sent.push(body as CustomerCreate);
      if (poles.some(({ flagId }) => flagId === 'TAKEN'))
        return { status: 409, body: 'TAKEN: This flag ID is already taken.' };
      return {
        status: 201,
        body: {
          company: makeCompany('birch', company.name),
          location: makeLocation('l1', location.name, 'birch'),
          flags: poles.map((pole) => ({
            ...makeFlag({ id: pole.flagId, companyId: 'birch', ...pole }),
            deviceKey: `key-of-${pole.flagId}`,
            deviceLogin: null,
          })),
          invitation: { id: 'i1', email, code, expiresAt: 1 },
        },
      };
    },
  });
  renderWith(<AddCustomerDialog open onClose={() => {}} />, { user: testUser() });
  return userEvent.setup({ delay: null });
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const fill = (name: string | RegExp, value: string) =>
  fireEvent.change(field(name), { target: { value } });
const submit = (person: ReturnType<typeof userEvent.setup>) =>
  person.click(screen.getByRole('button', { name: 'Add customer' }));

async function fillCompany(person: ReturnType<typeof userEvent.setup>) {
  fill('Company', 'Birch');
  fill('Address 1', '1 Main St');
  fill('City', 'Lima');
  await person.click(field('State'));
  await person.click(screen.getByRole('option', { name: 'Ohio' }));
  fill('ZIP code', '45801');
  fill('Phone', '5555550100');
  fill('First user’s email', 'first@birch.test');
}

beforeEach(() => {
  sent = [];
  code = 'secret-code';
});
afterEach(() => vi.restoreAllMocks());

describe('the form for adding a customer', { timeout: 60_000 }, () => {
  test('shows an error for each missing value', async () => {
    const person = show();
    await submit(person);
    const missing = await screen.findAllByRole('alert');
    expect(missing.map(({ textContent }) => textContent)).toEqual([
      'Company name is required',
      'Address 1 is required',
      'City is required',
      'State is required',
      'Zip code must be at least 5 digits',
      'Phone number must be at least 10 digits',
      'Email is required',
      'Flag name is required',
      // Filled in automatically from the pole's name.
      'Flag ID is required',
    ]);
    expect(sent).toEqual([]);
  });

  test('suggests flag IDs based on the company and pole names, and sends everything in one call', async () => {
    const person = show();
    await fillCompany(person);
    fill('Pole 1', 'Main Entrance');
    await waitFor(() => expect(field('Flag ID for pole 1')).toHaveValue('BIRCH-MAIN-ENTRANCE'));
    await person.click(screen.getByRole('button', { name: 'Add pole' }));
    fill('Pole 2', 'Main Entrance');
    await waitFor(() => expect(field('Flag ID for pole 2')).toHaveValue('BIRCH-MAIN-ENTRANCE-2'));
    // A typed ID is kept.
    fill('Flag ID for pole 2', 'SIDE-1');
    fill('Pole 2', 'Side');
    expect(field('Flag ID for pole 2')).toHaveValue('SIDE-1');
    expect(screen.getByText('Birch · 1 Main St · Lima, OH')).toBeVisible();
    await submit(person);
    expect(await screen.findByRole('dialog', { name: 'Birch is set up' })).toBeVisible();
    const place = {
      name: 'Birch',
      address1: '1 Main St',
      address2: null,
      city: 'Lima',
      state: 'OH',
      zip: '45801',
      phone: '5555550100',
    };
    expect(sent).toEqual([
      {
        company: { ...place, description: null },
        email: 'first@birch.test',
        location: place,
        poles: [
          { name: 'Main Entrance', flagId: 'BIRCH-MAIN-ENTRANCE' },
          { name: 'Side', flagId: 'SIDE-1' },
        ],
      },
    ]);

    expect(field('Invitation link').value).toMatch(/\/join\/secret-code$/);
    const pole = screen.getByRole('region', { name: 'Side' });
    expect(within(pole).getByLabelText('Device key')).toHaveValue('key-of-SIDE-1');
    expect(
      await within(pole).findByRole('img', { name: 'Installer code for Side' }),
    ).toBeInTheDocument();
  });

  test('accepts a location name that differs from the company name, and a customer without poles', async () => {
    code = null;
    const person = show();
    await fillCompany(person);
    await person.click(screen.getByRole('button', { name: 'Change' }));
    expect(field('Location name')).toHaveValue('Birch');
    fill('Location name', 'Warehouse');
    await person.click(screen.getByRole('button', { name: 'Remove pole 1' }));
    expect(screen.getByText('No poles yet. You can add them later.')).toBeVisible();
    await submit(person);
    expect(await screen.findByText(/Invitation sent to first@birch.test/)).toBeVisible();
    expect(screen.queryByLabelText('Invitation link')).toBeNull();
    expect(sent[0]).toMatchObject({
      company: { name: 'Birch' },
      location: { name: 'Warehouse', city: 'Lima' },
      poles: [],
    });
  });

  test('keeps the typed values if the server rejects them', async () => {
    const person = show();
    await fillCompany(person);
    fill('Pole 1', 'Gate');
    fill('Flag ID for pole 1', 'TAKEN');
    await submit(person);
    const dialog = await screen.findByRole('dialog', { name: 'Add customer' });
    expect(await within(dialog).findByText('TAKEN: This flag ID is already taken.')).toBeVisible();
    expect(field('Pole 1')).toHaveValue('Gate');
  });
});
