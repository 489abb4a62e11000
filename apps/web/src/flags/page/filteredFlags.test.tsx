import type { Role } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { makeFlag, makeUser, node, silentNode } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';
import FlagsPage from './FlagsPage.tsx';

const rowOf = (name: string) => screen.getByRole('row', { name });
const switchOf = (name: string) => screen.getByRole('switch', { name });
const shownRows = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label'))
    .filter(Boolean);
const LOCK = { reason: 'Rope', by: 'u', byName: 'ann', at: Date.now() };
const down = () => {
  const states = { flagUp: false, flagDown: true, flagHalf: false, lamp: false };
  return { voltage: 42, ...states, reported: { ...states, lastSeen: Date.now() / 1000 } };
};

describe('the flag list with filters', () => {
  const flags = [
    makeFlag({ name: 'Gone' }, silentNode(3 * 3600)),
    makeFlag({ name: 'Weak', openAlerts: ['voltage'] }, node({ voltage: 37 })),
    makeFlag({ name: 'Fine' }),
  ];

  test('reads the filters from the URL, and lets the user remove them', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('employee'),
      flags,
      path: '/flags?show=offline&page=2',
    });
    expect(rowOf('Gone')).toHaveTextContent(/Offline.*last seen 3 hr ago/);
    expect(screen.queryByRole('row', { name: 'Fine' })).toBeNull();
    const offline = screen.getByRole('button', { name: 'Offline 1' });
    expect(offline).toHaveAttribute('aria-pressed', 'true');
    await person.click(screen.getByRole('button', { name: 'Alert 1' }));
    expect(location.search).toBe('?show=alert');
    await waitFor(() => expect(rowOf('Weak')).toBeVisible());
    await person.click(screen.getByRole('button', { name: 'Alert 1' }));
    expect(location.search).toBe('');
    await waitFor(() => expect(rowOf('Fine')).toBeVisible());
  });

  test('applies several filters and the search together, in the list and in the export', async () => {
    const many = [
      makeFlag({ name: 'Ohio up', autopilot: 'held' }),
      makeFlag({ name: 'Ohio down' }, down()),
      makeFlag({ name: 'Virginia down', state: 'VA' }, down()),
      makeFlag({ name: 'Virginia locked', state: 'VA' }, { ...down(), lock: LOCK }),
      makeFlag({ name: 'Virginia gone', state: 'VA' }, silentNode(900)),
    ];
    const { person } = await renderPage(<FlagsPage />, { user: makeUser('master'), flags: many });
    const choose = async (filter: RegExp, option: RegExp) => {
      await person.click(screen.getByRole('button', { name: filter }));
      await person.click(await screen.findByRole('option', { name: option }));
    };
    await choose(/^State: All states/, /^Virginia\s*3 flags/);
    await choose(/^Position: Any position/, /^Down\s*2 flags/);
    await waitFor(() => expect(shownRows()).toEqual(['Virginia down', 'Virginia locked']));
    await person.click(screen.getByRole('button', { name: 'Locked 1' }));
    await person.click(await screen.findByRole('button', { name: 'Online 1' }));
    expect(location.search).toBe('?show=online%2Clocked&state=VA&position=down');
    await waitFor(() => expect(shownRows()).toEqual(['Virginia locked']));
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      '/api/export/flags?show=online%2Clocked&state=VA&position=down',
    );
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(location.search).toBe('');
    await choose(/^Autopilot: Any autopilot status/, /^On hold\s*1 flag/);
    await waitFor(() => expect(shownRows()).toEqual(['Ohio up']));
    expect(screen.getByRole('switch', { name: 'All Up, 1 online' })).toBeChecked();
  });

  test('applies all filters in a link, and Clear filters keeps the search', async () => {
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [...flags, makeFlag({ name: 'Fine too', state: 'VA', autopilot: 'off' })],
      path: '/flags?q=fine&show=online&state=VA&position=up&autopilot=off',
      until: 'Fine too',
    });
    expect(shownRows()).toEqual(['Fine too']);
    await person.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(location.search).toBe('?q=fine');
    await waitFor(() => expect(shownRows()).toEqual(['Fine', 'Fine too']));
  });

  test('on a phone, shows the filters in a sheet, and shows the number of active filters and a chip for each', async () => {
    // Happy DOM has no media queries.
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    const { person } = await renderPage(<FlagsPage />, {
      user: makeUser('master'),
      flags: [...flags, makeFlag({ name: 'Elsewhere', state: 'VA' })],
      path: '/flags?show=online',
      until: 'Fine',
      width: 390,
    });
    expect(screen.queryByRole('button', { name: /^Alert/ })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Filters (1)' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await person.click(sheet.getByRole('button', { name: 'Alert 1' }));
    await person.click(sheet.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBeVisible();
    expect(location.search).toBe('?show=online%2Calert');
    await person.click(screen.getByRole('button', { name: 'Remove filter: Online' }));
    expect(location.search).toBe('?show=alert');
  });

  test('shows a message if no flags match, and offers to remove the filters', async () => {
    const user = makeUser('master');
    const { person } = await renderPage(<FlagsPage />, {
      user,
      flags,
      path: '/flags?show=not-confirmed',
      until: 'No unconfirmed commands',
    });
    expect(screen.getByRole('button', { name: 'Not confirmed 0' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await person.click(screen.getByRole('button', { name: 'Show all flags' }));
    expect(location.search).toBe('');
    await waitFor(() => expect(rowOf('Fine')).toBeVisible());
    // If every command is confirmed, the filter is not shown.
    expect(screen.queryByRole('button', { name: /^Not confirmed/ })).toBeNull();
  });

  test('shows on hover the exact time when a pole was last seen', async () => {
    await renderPage(<FlagsPage />, { user: makeUser('master'), flags });
    const status = within(rowOf('Gone')).getByText('Offline').parentElement;
    expect(status?.title).toMatch(
      /^last seen 3 hr ago, \w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M UTC$/,
    );
  });
});

describe('the company and location filters of the flag list', () => {
  const at = (name: string, companyId: string, company: string, location: string) =>
    makeFlag({
      name,
      companyId,
      company,
      location,
      locationId: `${companyId}-${location.toLowerCase()}`,
    });
  // "Harbor" is a location, and part of another company's name.
  const flags = [
    at('Quay 1', 'acme', 'Acme', 'Harbor'),
    at('Quay 2', 'acme', 'Acme', 'Harbor'),
    at('Hall 1', 'acme', 'Acme', 'Hall'),
    at('Gate 1', 'birch', 'Birch Harbor', 'Gate'),
    at('Gate 2', 'birch', 'Birch Harbor', 'Harbor'),
  ];
  const shown = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-label'));
  const choose = async (person: UserEvent, filter: RegExp, option: RegExp) => {
    await person.click(screen.getByRole('button', { name: filter }));
    await person.click(await screen.findByRole('option', { name: option }));
  };
  const open = (path: string, role: Role = 'master', all = flags, until = 'Location') =>
    renderPage(<FlagsPage />, { user: makeUser(role), flags: all, path, until });

  test("match the exact ID, and are included in the page's URL and in the export link", async () => {
    const { person } = await open('/flags?q=quay&page=2');
    await choose(person, /^Location: All locations/, /^Harbor\s*Acme/);
    expect(location.search).toBe('?q=quay&location=acme-harbor');
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      '/api/export/flags?q=quay&location=acme-harbor',
    );
    expect(await screen.findByRole('button', { name: 'Location: Harbor' })).toBeVisible();
    await choose(person, /^Company: All companies/, /^Acme/);
    expect(location.search).toBe('?q=quay&company=acme&location=acme-harbor');
    expect(await screen.findByRole('button', { name: 'Company: Acme' })).toBeVisible();
    // Choosing a company clears a location that is not in it.
    await choose(person, /^Company: Acme/, /^Birch Harbor/);
    expect(location.search).toBe('?q=quay&company=birch');
    expect(await screen.findByText('No results for “quay”')).toBeVisible();
    expect(screen.getByText('Searched only this company’s flags.')).toBeVisible();
  });

  test('limit the master controls to the poles of a location, and show the name of that location', async () => {
    const { person, calls } = await open('/flags?location=acme-harbor', 'company_user');
    expect(screen.getByRole('rowheader')).toHaveTextContent('Master Controls for Harbor 2 online');
    await person.click(switchOf('All Down, Harbor: 2 online'));
    expect(await screen.findByText('All online flags updated')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/api/moves')).toHaveLength(1);
    const down = screen.getAllByRole('switch', { name: /^Flag Down, / });
    expect(down).toHaveLength(2);
    for (const each of down) expect(each).toBeChecked();
  });

  test('make the other filters count only flags at the selected location', async () => {
    const gone = makeFlag(
      { name: 'Gone', locationId: 'acme-far', location: 'Far' },
      silentNode(900),
    );
    await open('/flags?location=acme-far', 'master', [...flags, gone]);
    expect(screen.getByRole('button', { name: 'Offline 1' })).toBeVisible();
    expect(rowOf('Gone')).toBeVisible();
    expect(screen.queryByRole('row', { name: 'Quay 1' })).toBeNull();
  });

  test.each([
    ['location=no-such-place', 'No flags at this location', 'Location: Unknown location'],
    ['company=no-such-company', 'No flags in this company', 'Company: Unknown company'],
    ['q=x&show=alert&location=no-such-place', 'No flags at this location', 'Alert 0'],
    ['company=birch&location=acme-hall', 'No flags at this location', 'Company: Birch Harbor'],
  ])(
    'show a message if no flag matches %s, and link back to all flags',
    async (query, title, filter) => {
      const { person } = await open(`/flags?${query}`, 'master', flags, title);
      expect(await screen.findByText(title)).toBeVisible();
      expect(screen.getByRole('button', { name: filter })).toBeVisible();
      await person.click(screen.getByRole('button', { name: 'Show all flags' }));
      expect(location.search).toBe('');
      await waitFor(() => expect(rowOf('Hall 1')).toBeVisible());
    },
  );

  test('offer companies only to users who may see several of them, and are hidden if there is only one option', async () => {
    const own = flags.slice(0, 3);
    const { unmount } = await open('/flags', 'company_user', own);
    expect(screen.queryByRole('button', { name: /^Company:/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Location:/ })).toBeVisible();
    unmount();
    await open('/flags', 'location_user', own.slice(0, 2));
    expect(screen.queryByRole('button', { name: /^Location:/ })).toBeNull();
  });

  test('let a user find one of 2,000 locations by typing, and choose it with the arrow keys and Enter', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) =>
      makeFlag({ name: `Pole ${n}`, locationId: `acme-${n}`, location: `Site ${n}` }),
    );
    const { person } = await open('/flags', 'company_user', many);
    await person.click(screen.getByRole('button', { name: /^Location:/ }));
    expect(await screen.findByText('More available; keep typing')).toBeVisible();
    expect(screen.getAllByRole('option')).toHaveLength(51);
    await person.keyboard('site 199');
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'Site 199',
        ...Array.from({ length: 10 }, (_, n) => `Site 199${n}`),
      ]),
    );
    await person.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(location.search).toBe('?location=acme-1991');
    await waitFor(() => expect(shown().filter(Boolean)).toEqual(['Pole 1991']));
  });
});
