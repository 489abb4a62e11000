import type { Location } from '@halyard/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import LocationsPage from './LocationsPage.tsx';

const master = testUser();
const companyUser = testUser({ role: 'company_user', companyId: 'acme' });
const ACME = makeCompany('acme', 'Acme');
const BIRCH = makeCompany('birch', 'Birch');
const HALL = makeLocation('acme-lima-1', 'City Hall', 'acme', { company: 'Acme', flags: 12 });
const PARK = makeLocation('birch-reno-2', 'Park', 'birch', {
  company: 'Birch',
  city: 'Reno',
  state: 'NV',
  flags: 3,
});
const DEPOT = makeLocation('acme-lima-3', 'Depot 10', 'acme', { company: 'Acme', flags: 0 });

afterEach(() => {
  window.innerWidth = 1024;
});

async function show(
  options: {
    user?: typeof master;
    locations?: Location[];
    path?: string;
    handlers?: Record<string, Handler>;
  } = {},
) {
  const { user = master, locations = [PARK, HALL, DEPOT], path = '/locations' } = options;
  serve({
    'GET /api/locations': () => ({
      body: locations.filter(
        ({ companyId }) => user.companyId === null || companyId === user.companyId,
      ),
    }),
    'GET /api/locations/company/acme': () => ({
      body: locations.filter(({ companyId }) => companyId === 'acme'),
    }),
    'GET /api/companies': () => ({ body: user === master ? [ACME, BIRCH] : [ACME] }),
    ...options.handlers,
  });
  const rendered = renderWith(<LocationsPage />, { user, path });
  await screen.findByText(locations.length > 0 ? /^Showing/ : 'No locations yet');
  return { ...rendered, person: userEvent.setup({ delay: null }) };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);
const field = (name: string) => within(screen.getByRole('dialog')).getByLabelText(name);
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

async function choose(person: ReturnType<typeof userEvent.setup>, label: string, option: string) {
  await person.click(field(label));
  await person.click(screen.getByRole('option', { name: option }));
}

describe('the location list (spec §2)', () => {
  test("has the specification's wording and columns, and is sorted by name", async () => {
    await show();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Locations');
    expect(screen.getByText('Manage location sites and facilities')).toBeVisible();
    expect(screen.getByPlaceholderText('Search locations...')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(
      'Name,Company,Address,Flags,Users,Actions'.split(','),
    );
    expect(names()).toEqual(['City Hall', 'Depot 10', 'Park']);
    const [, hall] = screen.getAllByRole('row');
    expect(
      within(hall!)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['City Hall', 'Acme', 'Lima, OH', '12', '1', '']);
  });

  test('warns if the coordinates are approximate because the ZIP code is unknown', async () => {
    const middle = {
      latitude: 64.3,
      longitude: -152.3,
      timeZone: 'America/Anchorage',
      source: 'state' as const,
    };
    const post = { city: 'Juneau', state: 'AK', zip: '99999', place: middle };
    await show({ locations: [HALL, makeLocation('acme-juneau-1', 'Post', 'acme', post)] });
    const [, hall, approximate] = screen.getAllByRole('row');
    expect(hall).not.toHaveTextContent('Approximate location');
    expect(approximate).toHaveTextContent('Juneau, AKApproximate location');
    expect(screen.getByText('Approximate location')).toHaveAttribute(
      'title',
      'ZIP code not found in Alaska: sunrise and sunset use the center of Alaska. Edit the location to set coordinates.',
    );
  });

  test.each([
    ['depot', ['Depot 10']],
    ['BIRCH', ['Park']],
    ['reno, nv', ['Park']],
  ])('finds %s by searching the name, company, city and state', async (query, found) => {
    const { person } = await show();
    await person.type(screen.getByPlaceholderText('Search locations...'), query);
    await waitFor(() => expect(names()).toEqual(found));
    await person.type(screen.getByPlaceholderText('Search locations...'), ' nowhere');
    expect(await screen.findByText(`No results for “${query} nowhere”`)).toBeVisible();
  });

  test('cycles each column through three sort orders', async () => {
    const { person } = await show();
    const press = () => person.click(screen.getByRole('button', { name: 'Flags' }));
    await press();
    expect(names()).toEqual(['Depot 10', 'Park', 'City Hall']);
    await press();
    expect(names()).toEqual(['City Hall', 'Park', 'Depot 10']);
    await press();
    expect(names()).toEqual(['City Hall', 'Depot 10', 'Park']);
  });

  test('shows a master a link to the company, but a company user only its name', async () => {
    const { unmount } = await show();
    expect(screen.getByRole('link', { name: 'Birch' })).toHaveAttribute('href', '/companies/birch');
    unmount();
    await show({ user: companyUser });
    expect(names()).toEqual(['City Hall', 'Depot 10']);
    expect(screen.queryByRole('link', { name: 'Birch' })).toBeNull();
    // Both links lead to the flags of exactly this location.
    const flags = screen.getByRole('link', { name: '12 flags at City Hall' });
    expect(flags).toHaveAttribute('href', expect.stringMatching(/^\/flags\?location=[\w-]+$/));
  });

  test('shows one card per location on a phone', async () => {
    window.innerWidth = 390;
    const { person } = await show();
    expect(screen.queryByRole('table')).toBeNull();
    const cards = within(screen.getByRole('list', { name: 'Locations' })).getAllByRole('listitem');
    expect(cards[0]).toHaveTextContent(/City Hall.*Company.*Acme.*Address.*Lima, OH.*Flags.*12/);
    await person.click(within(cards[0]!).getByRole('button', { name: 'Edit City Hall' }));
    expect(await screen.findByRole('dialog', { name: 'Edit location' })).toBeVisible();
  });

  test("shows 'No locations yet' if there are none, and the reason if loading fails", async () => {
    const { unmount } = await show({ locations: [] });
    unmount();
    serve({ 'GET /api/locations': () => ({ status: 503, body: 'Starting.' }) });
    renderWith(<LocationsPage />, { user: master });
    expect(await screen.findByText('Couldn’t load locations')).toBeVisible();
    expect(screen.getByText('503: Starting.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('the form for adding a location', () => {
  test("shows an error in the specification's words for each missing field (spec §5)", async () => {
    const { person } = await show();
    await person.click(screen.getByRole('button', { name: 'Add Location' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Location' });
    expect(field('Name')).toHaveFocus();
    await person.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    const said = await within(dialog).findAllByRole('alert');
    expect(said.map((alert) => alert.textContent)).toEqual([
      'Location name is required',
      'Company is required',
      'Address is required',
      'City is required',
      'State is required',
      'ZIP code is required',
      'Phone number is required',
    ]);
  });

  test('sends an ID derived from company, city and time, and keeps the typed values after a rejection', {
    timeout: 60_000,
  }, async () => {
    const sent: Location[] = [];
    const { person } = await show({
      user: companyUser,
      handlers: {
        'POST /api/locations': (body) => {
          sent.push(body as Location);
          return sent.length === 1
            ? { status: 409, body: 'This location ID is already taken.' }
            : { status: 201, body };
        },
      },
    });
    await person.click(screen.getByRole('button', { name: 'Add Location' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Location' });
    // The only option is the company user's company, which is already chosen (spec §6).
    await waitFor(() => expect(field('Company')).toHaveTextContent('Acme'));
    await person.click(field('Company'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Acme']);
    await person.keyboard('{Escape}');
    fill('Name', 'Annex');
    fill('Address', '2 Side St');
    fill('City', 'Santa Fe');
    await choose(person, 'State', 'New Mexico');
    fill('ZIP code', '87501');
    fill('Phone', '5055550100');
    await person.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    // This page shows the server's message (spec §8).
    expect(await screen.findByText('409: This location ID is already taken.')).toBeVisible();
    expect(await within(dialog).findByText('This location ID is already taken.')).toBeVisible();
    expect(field('Name')).toHaveValue('Annex');
    expect(field('State')).toHaveTextContent('New Mexico');
    await person.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    expect(await screen.findByText('Location created')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[1]).toEqual({
      id: expect.stringMatching(/^acme-santa-fe-\d{13}$/),
      companyId: 'acme',
      name: 'Annex',
      address1: '2 Side St',
      address2: null,
      city: 'Santa Fe',
      state: 'NM',
      zip: '87501',
      phone: '5055550100',
    });
  });

  test("copies the company's name and address, but keeps typed values", async () => {
    const sent: Location[] = [];
    const acme = makeCompany('acme', 'Acme', { address2: 'Floor 2' });
    const birch = makeCompany('birch', 'Birch', { city: 'Waco', state: 'TX' });
    const { person } = await show({
      handlers: {
        'GET /api/companies': () => ({ body: [acme, birch] }),
        'GET /api/companies/acme': () => ({ body: acme }),
        'GET /api/companies/birch': () => ({ body: birch }),
        'POST /api/locations': (body) => {
          sent.push(body as Location);
          return { status: 201, body };
        },
      },
    });
    await person.click(screen.getByRole('button', { name: 'Add Location' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add Location' });
    fill('Phone', '5550109999');
    await choose(person, 'Company', 'Acme');
    await waitFor(() => expect(field('Name')).toHaveValue('Acme'));
    expect(dialog).toHaveTextContent('Copied from Acme. Change what’s different here.');
    expect(within(dialog).getByLabelText(/^Address 2/)).toHaveValue('Floor 2');
    expect(field('Phone')).toHaveValue('5550109999');
    fill('Address', '9 Far Road');
    await choose(person, 'Company', 'Birch');
    await waitFor(() => expect(field('Name')).toHaveValue('Birch'));
    expect(within(dialog).getByLabelText(/^Address 2/)).toHaveValue('');
    expect(field('State')).toHaveTextContent('Texas');
    await person.click(within(dialog).getByRole('button', { name: 'Add Location' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      name: 'Birch',
      companyId: 'birch',
      address1: '9 Far Road',
      address2: null,
      city: 'Waco',
      state: 'TX',
      zip: '45801',
      phone: '5550109999',
    });
  });

  test('shows a default error message if the server did not send one', async () => {
    const { person } = await show({
      handlers: { 'PATCH /api/locations/acme-lima-1': () => Promise.reject(new Error('offline')) },
    });
    await person.click(screen.getByRole('button', { name: 'Edit City Hall' }));
    await screen.findByRole('dialog', { name: 'Edit location' });
    await person.type(field('City'), 'x{Enter}');
    expect(await screen.findByText('Failed to update location.')).toBeVisible();
    expect(field('City')).toHaveValue('Limax');
  });
});

describe('editing or deleting a location', () => {
  test('opens a dialog from the row, sends only the changes, and does not let the user change the company', async () => {
    const sent: unknown[] = [];
    const { person } = await show({
      handlers: {
        'PATCH /api/locations/acme-lima-1': (body) => {
          sent.push(body);
          return { body: HALL };
        },
      },
    });
    await person.click(screen.getByText('Lima, OH', { selector: 'tr:nth-child(1) *' }));
    await screen.findByRole('dialog', { name: 'Edit location' });
    expect(field('Company')).toHaveAttribute('readonly');
    await person.clear(field('Name'));
    await person.type(field('Name'), 'Town Hall');
    await person.type(field('Address 2 (optional)'), 'Suite 5{Enter}');
    expect(await screen.findByText('Location updated')).toBeVisible();
    expect(sent).toEqual([{ name: 'Town Hall', address2: 'Suite 5' }]);
  });

  test('saves the daily rule, the coordinates and the time zone', async () => {
    const sent: unknown[] = [];
    const { person } = await show({
      locations: [makeLocation('acme-fargo-1', 'Depot', 'acme', { state: 'ND', city: 'Fargo' })],
      handlers: {
        'PATCH /api/locations/acme-fargo-1': (body) => {
          sent.push(body);
          return { body: HALL };
        },
      },
    });
    await person.click(screen.getByText('Fargo, ND'));
    await screen.findByRole('dialog', { name: 'Edit location' });
    expect(field('Daily rule')).toHaveTextContent('None');
    expect(field('Time zone')).toHaveTextContent('America/Chicago (from the state)');
    expect(field('Time zone')).toHaveAccessibleDescription(
      'This state has several time zones. Make sure that the right one is selected.',
    );
    await choose(person, 'Daily rule', 'Up from sunrise to sunset, lamp on at night');
    await choose(person, 'Time zone', 'America/Denver');
    expect(field('Time zone')).not.toHaveAccessibleDescription();
    fill('Latitude', '46.9');
    fill('Longitude', '-100');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Location updated')).toBeVisible();
    expect(sent).toEqual([
      {
        dailyRule: 'sunrise-sunset',
        timeZone: 'America/Denver',
        latitude: 46.9,
        longitude: -100,
      },
    ]);
  });

  describe('the coordinates in the edit dialog', () => {
    const EL_PASO = {
      state: 'TX',
      latitude: 31.76,
      longitude: -106.48,
      timeZone: 'America/Denver',
    };
    const zipCodes: Record<string, Handler> = {
      'GET /api/places/zip/79901': () => ({ body: EL_PASO }),
      'GET /api/places/zip/99999': () => ({ status: 404, body: 'ZIP code not found' }),
    };
    const open = async (changes: Partial<Location>, handlers: Record<string, Handler> = {}) => {
      const address = { state: 'TX', city: 'El Paso', zip: '79901', ...changes };
      const shown = await show({
        locations: [makeLocation('acme-el-paso-1', 'Depot', 'acme', address)],
        handlers: { ...zipCodes, ...handlers },
      });
      await shown.person.click(screen.getByRole('button', { name: 'Edit Depot' }));
      await screen.findByRole('dialog', { name: 'Edit location' });
      return shown;
    };
    const said = () => within(screen.getByRole('dialog')).getByRole('status').textContent;

    test('come from the ZIP code by default', async () => {
      await open({});
      await waitFor(() =>
        expect(said()).toBe('From ZIP code 79901: 31.76, -106.48, America/Denver'),
      );
      expect(field('Latitude')).toHaveAttribute('placeholder', '31.76 (from the ZIP code)');
      expect(field('Time zone')).toHaveTextContent('America/Denver (from the ZIP code)');
      expect(field('Time zone')).not.toHaveAccessibleDescription();
    });

    test('are no longer shown as coming from the ZIP code once a user enters both latitude and longitude', async () => {
      await open({});
      await waitFor(() => expect(said()).toMatch(/^From ZIP code/));
      fill('Latitude', '31.8');
      expect(said()).toMatch(/^From ZIP code/);
      fill('Longitude', '-106.4');
      expect(said()).toBe('');
    });

    test("are those of the state's center if the ZIP code is unknown, and a warning says so", async () => {
      const { person } = await open({});
      await waitFor(() => expect(said()).toMatch(/^From ZIP code/));
      await person.clear(field('ZIP code'));
      expect(said()).toBe('');
      await person.type(field('ZIP code'), '99999');
      await waitFor(() =>
        expect(said()).toBe(
          'ZIP code not found. Sunrise and sunset use the center of Texas. Set coordinates here.',
        ),
      );
      expect(field('Latitude')).toHaveAttribute('placeholder', '31.5 (from the state)');
      expect(field('Time zone')).toHaveTextContent('America/Chicago (from the state)');
      expect(field('Time zone')).toHaveAccessibleDescription(
        'This state has several time zones. Make sure that the right one is selected.',
      );
    });

    test("of the state's center, with a warning, if the ZIP code is in a different state", async () => {
      await open({ state: 'VI' });
      await waitFor(() =>
        expect(said()).toBe(
          'ZIP code 79901 is in Texas, not the U.S. Virgin Islands. Sunrise and sunset use the center of the U.S. Virgin Islands. Correct the ZIP code or set coordinates.',
        ),
      );
    });

    test('without a warning while the user types a ZIP+4 code', async () => {
      const { person } = await open({}, { 'GET /api/places/zip/79901': () => ({ body: EL_PASO }) });
      await waitFor(() => expect(said()).toMatch(/^From ZIP code/));
      await person.type(field('ZIP code'), '-12');
      expect(said()).toBe('');
      await person.type(field('ZIP code'), '34');
      await waitFor(() => expect(said()).toMatch(/^From ZIP code 79901:/));
    });

    test('without a warning if the lookup fails', async () => {
      await open({}, { 'GET /api/places/zip/79901': () => ({ status: 503, body: 'Starting.' }) });
      expect(said()).toBe('');
    });
  });

  test('asks for confirmation before deleting a location, and shows why a location in use cannot be deleted', async () => {
    let inUse = true;
    const { person } = await show({
      handlers: {
        'DELETE /api/locations/acme-lima-1': () =>
          inUse
            ? {
                status: 409,
                body: 'This location still has 12 flags and 1 employee. Move or delete them first.',
              }
            : { status: 204 },
      },
    });
    await person.click(screen.getByRole('button', { name: 'Delete City Hall' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete location' });
    expect(dialog).toHaveTextContent('Are you sure you want to delete "City Hall"?');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(
      await within(dialog).findByText(
        'This location still has 12 flags and 1 employee. Move or delete them first.',
      ),
    ).toBeVisible();
    expect(await screen.findByText('Failed to delete location.')).toBeVisible();
    inUse = false;
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Location deleted')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });
});
