import type { Company, Flag, Location, SessionUser } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { makeFlag, makeUser } from '@/flags/testing/flags.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { SIDEBARS } from '../../testing/sidebars.ts';
import { Shell } from '../shell/Shell.tsx';

interface World {
  companies?: Company[];
  locations?: Location[];
  flags?: Flag[];
}

const WORLD: World = {
  companies: [makeCompany('acme', 'Acme Port'), makeCompany('birch', 'Birch & Sons')],
  locations: [
    makeLocation('hall', 'City Hall', 'acme', { company: 'Acme Port', city: 'Northfield' }),
  ],
  flags: [
    makeFlag({ id: 'n', name: 'North pole', flagId: 'AX-1', company: 'Acme Port' }),
    makeFlag({ id: 's', name: 'South pole', flagId: 'AX-2', company: 'Birch & Sons' }),
  ],
};

function show(user: SessionUser, { companies, locations, flags }: World = WORLD) {
  const list = (body: unknown) => () => ({ body });
  serve({
    'GET /api/companies': list(companies),
    'GET /api/locations': list(locations),
    'GET /api/locations/company/acme': list(locations),
    'GET /api/flags': list(flags),
    'GET /api/flags/company/acme': list(flags),
    'GET /api/flags/location/acme-city-1': list(flags),
  });
  return renderWith(<Shell>the page</Shell>, { user, path: '/profile' });
}

async function open(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Go to or do' });
  await waitFor(() => expect(field).toHaveFocus());
  return field;
}
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);

/** The page that no sidebar lists, below the flags from which it is linked. */
const withRefusedDevices = (pages: readonly string[]) =>
  pages.flatMap((page) => (page === 'Flags' ? [page, 'Refused Devices'] : [page]));

describe('command palette (issue 4)', () => {
  it('offers each role the pages it may open and the acts it may do, and nothing else', async () => {
    const common = ['Switch to dark theme', 'Logout'];
    const expected = {
      master: {
        pages: withRefusedDevices(SIDEBARS.master),
        actions: [
          ...[
            'Add Flag',
            'Add Company',
            'Add Customer',
            'Add Location',
            'Add Employee',
            'Invite Employee',
          ],
          ...common,
        ],
      },
      company_user: {
        pages: withRefusedDevices(['Dashboard', ...SIDEBARS.company_user]),
        actions: ['Add Location', 'Add Employee', 'Invite Employee', ...common],
      },
      location_user: { pages: ['Dashboard', 'Flags', 'Alerts', 'Profile'], actions: common },
      employee: { pages: ['Dashboard', 'Flags', 'Alerts', 'Profile'], actions: common },
    } as const;
    for (const role of ['master', 'company_user', 'location_user', 'employee'] as const) {
      const { unmount } = show(makeUser(role));
      await open();
      expect(group('Pages')).toEqual(expected[role].pages);
      expect(group('Actions')).toEqual(expected[role].actions);
      unmount();
    }
  });

  it('goes to a company, a location and a flag, by keyboard alone', async () => {
    for (const [typed, option, path] of [
      ['birch', /Birch & Sons/, '/companies/birch'],
      ['city', /City Hall/, '/locations/hall'],
      ['ax-2', /South pole/, '/flags/s'],
      ['pole acme', /North pole/, '/flags/n'],
      // The company's location holds the word too: what begins with it comes first.
      ['north', /North pole/, '/flags/n'],
    ] as const) {
      const { history, unmount } = show(makeUser('master'));
      const field = await open();
      await userEvent.type(field, typed);
      if (typed === 'birch')
        // The flag of that company fits too: the company comes first.
        expect(screen.getAllByRole('option')[1]).toHaveTextContent('South pole');
      expect(await screen.findByRole('option', { selected: true })).toHaveTextContent(option);
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(history.at(-1)).toBe(path));
      expect(screen.queryByRole('dialog')).toBeNull();
      unmount();
    }
  });

  it('names the active option to a screen reader from the start, and goes round with the arrows', async () => {
    show(makeUser('employee'));
    const field = await open();
    const options = screen.getAllByRole('option');
    expect(field).toHaveAttribute('aria-activedescendant', options[0]!.id);
    await userEvent.keyboard('{ArrowUp}');
    expect(field).toHaveAttribute('aria-activedescendant', options.at(-1)!.id);
    expect(options.at(-1)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(field).toHaveAttribute('aria-activedescendant', options[1]!.id);
    await userEvent.type(field, 'prof');
    expect(field).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'Profile' }).id,
    );
  });

  it('says so where nothing fits, and offers nothing to choose', async () => {
    const { history } = show(makeUser('master'));
    await userEvent.type(await open(), 'zzz{Enter}');
    expect(await screen.findByText('No results for “zzz”')).toBeVisible();
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(history.at(-1)).toBe('/profile');
  });

  it('keeps pages and acts within reach where a list does not load', async () => {
    show(makeUser('employee'));
    serve({});
    await open();
    expect(await screen.findByText('Could not be loaded: flags')).toBeVisible();
    expect(group('Pages')).toContain('Flags');
  });

  it('draws a few of ten thousand flags, and says how many there are', async () => {
    const flags = Array.from({ length: 10_000 }, (_, i) =>
      makeFlag({ id: `f${i}`, name: `Pole ${i}`, flagId: `P-${i}` }),
    );
    show(makeUser('employee'), { flags });
    await userEvent.type(await open(), 'pole');
    expect(await screen.findByText('8 of 10,000 results: type on')).toBeVisible();
    expect(screen.getAllByRole('option')).toHaveLength(8);
  });

  it('opens by its button, and Escape gives the focus back to it', async () => {
    show(makeUser('employee'));
    const button = screen.getByRole('button', { name: 'Jump to…' });
    await userEvent.click(button);
    await screen.findByRole('combobox');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('stays away while a dialog is open: what was typed in it would be lost', async () => {
    show(makeUser('employee'));
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await userEvent.keyboard('{Meta>}k{/Meta}');
    expect(screen.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('does what is no page: asks before logging out, and turns the theme', async () => {
    show(makeUser('employee'));
    await userEvent.type(await open(), 'dark{Enter}');
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'));
    await userEvent.type(await open(), 'logout{Enter}');
    expect(await screen.findByRole('alertdialog', { name: 'Logout' })).toBeVisible();
  });
});
