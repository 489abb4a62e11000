import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bulkActions } from '@/flags/commands/bulkActions.ts';
import { makeFlag, makeUser } from '@/flags/testing/flags.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { answerSearch } from '@/testing/search.ts';
import { deferredAnswer, serve } from '@/testing/server.ts';
import { SIDEBARS } from '../../testing/sidebars.ts';
import { watchSession } from '../watchSession.ts';
import { group, NO_RECORDS, open, show } from './testing/palette.tsx';

afterEach(() => act(() => bulkActions.reset()));

/**
 * Inserts the Rejected devices page after the Flags page. The palette offers it, but no sidebar
 * lists it.
 */
const withRefusedDevices = (pages: readonly string[]) =>
  pages.flatMap((page) => (page === 'Flags' ? [page, 'Rejected devices'] : [page]));

describe('the command palette', () => {
  test('offers each role only the pages and actions that it may use', async () => {
    const common = ['Switch to dark theme', 'Logout'];
    const expected = {
      master: {
        pages: withRefusedDevices(SIDEBARS.master),
        actions: [
          ...[
            'Add Flag',
            'Add Company',
            'Add customer',
            'Add Location',
            'Add Employee',
            'Invite employee',
          ],
          ...common,
        ],
      },
      company_user: {
        pages: withRefusedDevices(['Dashboard', ...SIDEBARS.company_user]),
        actions: ['Add Location', 'Add Employee', 'Invite employee', ...common],
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

  test('opens a company, a location and a flag using only the keyboard', async () => {
    for (const [typed, option, path] of [
      ['birch', /Birch & Sons/, '/companies/birch'],
      ['city', /City Hall/, '/locations/hall'],
      ['marfa', /Acme Port/, '/companies/acme'],
      ['ax-2', /South pole/, '/flags/s'],
      ['pole acme', /North pole/, '/flags/n'],
      // The company's location contains the word too, but entries that begin with the word come
      // first.
      ['north', /North pole/, '/flags/n'],
    ] as const) {
      const { history, unmount } = show(makeUser('master'));
      const field = await open();
      await userEvent.type(field, typed);
      expect(await screen.findByRole('option', { selected: true })).toHaveTextContent(option);
      if (typed === 'birch')
        // The company's flag matches too, but the company comes first.
        expect(screen.getAllByRole('option')[1]).toHaveTextContent('South pole');
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(history.at(-1)).toBe(path));
      expect(screen.queryByRole('dialog')).toBeNull();
      unmount();
    }
  });

  test('marks the first option as active for screen readers, and wraps around with the arrow keys', async () => {
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

  test('shows a message if nothing matches, and offers no options', async () => {
    const { history } = show(makeUser('master'));
    await userEvent.type(await open(), 'zzz{Enter}');
    expect(await screen.findByText('No results for “zzz”')).toBeVisible();
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(history.at(-1)).toBe('/profile');
  });

  test('still offers pages and actions if the search fails', async () => {
    show(makeUser('employee'));
    serve({});
    const field = await open();
    expect(group('Pages')).toContain('Flags');
    await userEvent.type(field, 'prof');
    expect(
      await screen.findByText('Couldn’t search. Check your connection, then try again.'),
    ).toBeVisible();
    expect(group('Pages')).toEqual(['Profile']);
  });

  test('searches on the server only if the first response did not contain all records', async () => {
    const searches: string[] = [];
    const watched = () =>
      vi.mocked(fetch).mock.calls.flatMap(([input]) => {
        const { pathname, search } = new URL(String(input), 'http://localhost');
        return pathname === '/api/search' ? search : [];
      });
    const small = show(makeUser('employee'));
    await userEvent.type(await open(), 'south pole');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('South pole');
    expect(watched()).toEqual(['']);
    small.unmount();

    const flags = Array.from({ length: 30 }, (_, i) =>
      makeFlag({ id: `f${i}`, name: `Pole ${i}`, flagId: `P-${i}` }),
    );
    const { unmount } = show(makeUser('employee'), { flags });
    const before = watched().length;
    const field = await open();
    await userEvent.type(field, 'pole 29');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Pole 29');
    searches.push(...watched().slice(before));
    expect(searches.at(0)).toBe('');
    expect(searches.at(-1)).toBe('?q=pole+29');
    // The answer for “pole 29” has everything that a longer text can match.
    await userEvent.type(field, ' city');
    expect(await screen.findByRole('option', { selected: true })).toHaveTextContent('Pole 29');
    expect(watched().slice(before)).toEqual(searches);
    unmount();
  });

  test('never selects a search result for text that the user has since changed', async () => {
    const flags = Array.from({ length: 30 }, (_, i) =>
      makeFlag({ id: `f${i}`, name: `Pole ${i}`, flagId: `P-${i}` }),
    );
    const answers = new Map<string, ReturnType<typeof deferredAnswer>>();
    const { history } = show(
      makeUser('employee'),
      { flags },
      {
        'GET /api/search': (_, url) => {
          const q = url.searchParams.get('q') ?? '';
          if (q === '') return { body: answerSearch({ ...NO_RECORDS, flags }, url) };
          const answer = deferredAnswer();
          answers.set(q, answer);
          return answer.promise;
        },
      },
    );
    const answer = (q: string) =>
      answers.get(q)!.resolve({
        body: answerSearch({ ...NO_RECORDS, flags }, new URL(`http://x/api/search?q=${q}`)),
      });
    const field = await open();
    await userEvent.type(field, '25');
    await waitFor(() => expect(answers.has('25')).toBe(true));
    expect(await screen.findByText('Searching…')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    // Enter was pressed for “25”, not for “27”.
    await userEvent.clear(field);
    await userEvent.type(field, '27');
    await act(async () => answer('25'));
    await waitFor(() => expect(answers.has('27')).toBe(true));
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    expect(history.at(-1)).toBe('/profile');
    await userEvent.keyboard('{Enter}');
    expect(field).toHaveFocus();
    await act(async () => answer('27'));
    await waitFor(() => expect(history.at(-1)).toBe('/flags/f27'));
  });

  test('renders only a few of ten thousand flags, and shows the total', async () => {
    const flags = Array.from({ length: 10_000 }, (_, i) =>
      makeFlag({ id: `f${i}`, name: `Pole ${i}`, flagId: `P-${i}` }),
    );
    show(makeUser('employee'), { flags });
    await userEvent.type(await open(), 'pole');
    expect(await screen.findByText('8 of 10,000 results; keep typing')).toBeVisible();
    expect(screen.getAllByRole('option')).toHaveLength(8);
  });

  test('opens with its button, and Escape returns focus to the button', async () => {
    show(makeUser('employee'));
    const button = screen.getByRole('button', { name: 'Jump to…' });
    await userEvent.click(button);
    await screen.findByRole('combobox');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('does not open while a dialog is open, so that input in the dialog is not lost', async () => {
    show(makeUser('employee'));
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await userEvent.keyboard('{Meta>}k{/Meta}');
    expect(screen.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('runs actions, such as switching the theme or signing out after a confirmation', async () => {
    show(makeUser('employee'));
    await userEvent.type(await open(), 'dark{Enter}');
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'));
    await userEvent.type(await open(), 'logout{Enter}');
    expect(await screen.findByRole('alertdialog', { name: 'Logout' })).toBeVisible();
  });
});

describe('the command palette', () => {
  test('finds an employee by name or email if the user may see that employee', async () => {
    const { history, unmount } = show(makeUser('company_user'));
    await userEvent.type(await open(), 'kim@example');
    await screen.findByRole('option', { name: /Kim Ortega/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe('/employees?dialog=employee:kim'));
    unmount();
    show(makeUser('location_user'));
    await userEvent.type(await open(), 'kim');
    expect(await screen.findByText('No results for “kim”')).toBeVisible();
  });

  test('lists recently used entries first, under their current names', async () => {
    const user = makeUser('employee');
    const choose = async (typed: string, option: RegExp) => {
      await userEvent.type(await open(), typed);
      await userEvent.click(await screen.findByRole('option', { name: option }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const { unmount } = show(user);
    await choose('north', /North pole/);
    await choose('alerts', /Alerts/);
    await choose('south', /South pole/);
    await choose('north', /North pole/);
    expect(localStorage.getItem('palette-recent')).toBe(
      JSON.stringify({ userId: user.id, keys: ['flag n', 'flag s', 'page /alerts'] }),
    );
    unmount();

    show(user, { flags: [makeFlag({ id: 'n', name: 'Renamed', flagId: 'AX-1' })] });
    const field = await open();
    // The other pole no longer exists.
    await waitFor(() =>
      expect(group('Recent')).toEqual([expect.stringMatching(/^Renamed/), 'Alerts']),
    );
    expect(group('Pages')).not.toContain('Alerts');
    expect(field).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: /Renamed/ }).id,
    );
    await userEvent.type(field, 'alerts');
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
  });

  test('lists at most eight recently used entries', async () => {
    show(makeUser('master'));
    for (const page of ['Dash', 'Comp', 'Loca', 'Empl', 'Fla', 'Ale', 'Half', 'Acti', 'Impo']) {
      await userEvent.type(await open(), page);
      await userEvent.click(screen.getAllByRole('option', { name: new RegExp(`^${page}`) })[0]!);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    const { keys } = JSON.parse(localStorage.getItem('palette-recent')!) as { keys: string[] };
    expect(keys).toHaveLength(8);
    expect(keys).not.toContain('page /');
  });

  test("forgets recently used entries at sign-out, and never lists another user's entries", async () => {
    localStorage.setItem('palette-recent', JSON.stringify({ userId: 'other', keys: ['flag n'] }));
    const first = show(makeUser('employee'));
    await open();
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull();
    expect(localStorage.getItem('palette-recent')).toBeNull();
    await userEvent.click(screen.getByRole('option', { name: 'Alerts' }));
    await waitFor(() => expect(localStorage.getItem('palette-recent')).toContain('/alerts'));
    const stop = watchSession(first.client);
    act(() => setCurrentUser(first.client, null));
    stop();
    expect(localStorage.getItem('palette-recent')).toBeNull();
  });
});
