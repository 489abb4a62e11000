import type {
  Company,
  Flag,
  Location,
  MoveCreate,
  MovePlanCreate,
  SessionUser,
  User,
} from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bulkActions } from '@/flags/commands/bulkActions.ts';
import { makeFlag, makeUser, node, silentNode } from '@/flags/testing/flags.ts';
import { moveAnswer, planAnswer } from '@/flags/testing/moves.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { makeEmployee } from '@/testing/people.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith } from '@/testing/render.tsx';
import { answerSearch } from '@/testing/search.ts';
import { deferredAnswer, type Handler, serve } from '@/testing/server.ts';
import { SIDEBARS } from '../../testing/sidebars.ts';
import { Shell } from '../shell/Shell.tsx';
import { watchSession } from '../watchSession.ts';

afterEach(() => act(() => bulkActions.reset()));

interface World {
  companies?: Company[];
  locations?: Location[];
  flags?: Flag[];
  users?: User[];
}

const HALL = { locationId: 'hall', location: 'City Hall' };
const WORLD: World = {
  companies: [makeCompany('acme', 'Acme Port'), makeCompany('birch', 'Birch & Sons')],
  locations: [
    makeLocation('hall', 'City Hall', 'acme', { company: 'Acme Port', city: 'Northfield' }),
  ],
  flags: [
    makeFlag({ id: 'n', name: 'North pole', flagId: 'AX-1', company: 'Acme Port', ...HALL }),
    makeFlag({ id: 's', name: 'South pole', flagId: 'AX-2', company: 'Birch & Sons', ...HALL }),
  ],
  users: [makeEmployee('kim', 'Kim Ortega')],
};

const NO_RECORDS = { companies: [], locations: [], flags: [], users: [] };

function show(
  user: SessionUser,
  { companies, locations, flags, users }: World = WORLD,
  handlers: Record<string, Handler> = {},
) {
  onTestFinished(() => act(() => realtime.stop()));
  const list = (body: unknown) => () => ({ body });
  serve({
    'GET /api/companies': list(companies),
    'GET /api/locations': list(locations),
    'GET /api/locations/company/acme': list(locations),
    'GET /api/flags': list(flags),
    'GET /api/flags/company/acme': list(flags),
    'GET /api/flags/location/acme-city-1': list(flags),
    'GET /api/users': list(users),
    'GET /api/users/company/acme': list(users),
    'GET /api/moves': list([]),
    'POST /api/moves/plans': (body) => ({ body: planAnswer(body as MovePlanCreate, flags ?? []) }),
    ...handlers,
  });
  return renderWith(<Shell>the page</Shell>, { user, path: '/profile' });
}

async function open(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  await waitFor(() => expect(field).toHaveFocus());
  return field;
}
const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);

/** Inserts the page that no sidebar lists after the Flags page, which links to it. */
const withRefusedDevices = (pages: readonly string[]) =>
  pages.flatMap((page) => (page === 'Flags' ? [page, 'Refused devices'] : [page]));

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

  test('opens a company, a location and a flag with the keyboard alone', async () => {
    for (const [typed, option, path] of [
      ['birch', /Birch & Sons/, '/companies/birch'],
      ['city', /City Hall/, '/locations/hall'],
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

  test('names the active option to a screen reader from the start, and cycles with the arrow keys', async () => {
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
      await screen.findByText('Couldn’t search. Check the network, then try again.'),
    ).toBeVisible();
    expect(group('Pages')).toEqual(['Profile']);
  });

  test('searches on the server only if the first response did not contain everything', async () => {
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

  test('never chooses from the response for another text', async () => {
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

  test('renders only a few of ten thousand flags, and shows how many there are', async () => {
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

  test('stays closed while a dialog is open, so that nothing typed there is lost', async () => {
    show(makeUser('employee'));
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await userEvent.keyboard('{Meta>}k{/Meta}');
    expect(screen.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  test('runs actions: asks before signing out, and switches the theme', async () => {
    show(makeUser('employee'));
    await userEvent.type(await open(), 'dark{Enter}');
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'));
    await userEvent.type(await open(), 'logout{Enter}');
    expect(await screen.findByRole('alertdialog', { name: 'Logout' })).toBeVisible();
  });
});

describe('employees and recent entries in the command palette', () => {
  test("include an employee found by name or email, for users who may open the employee's dialog", async () => {
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

  test('start with the recent entries under their current names, of which only the IDs are stored', async () => {
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

  test('include at most eight recent entries', async () => {
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

  test('no longer include recent entries after sign-out or for another user', async () => {
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

describe('commands in the command palette', () => {
  const pole = (id: string, name: string, raw: unknown = node(), changes: Partial<Flag> = {}) =>
    makeFlag({ id, name, flagId: `F-${id}`, ...changes }, raw);
  const lock = { reason: 'Rope', by: 'ann-id', byName: 'ann', at: Date.now() };
  const depot = { location: 'Depot', locationId: 'depot' };
  const flags = [
    pole('entrance', 'Main Entrance'),
    pole('gate', 'Main Gate'),
    pole('away', 'Crane Yard', silentNode(3_600)),
    pole('shut', 'Workshop', node({ lock })),
    pole('d1', 'First', node(), depot),
    pole('d2', 'Second', node({ flagUp: false, flagDown: true }), depot),
  ];
  /** Shows the palette. @returns its helpers, and the calls to the server */
  const setUp = (user = makeUser('employee')) => {
    const calls: { name: string; body: unknown }[] = [];
    const record = (name: string, answer: (body: unknown) => unknown): [string, Handler] => [
      name,
      (body) => {
        calls.push({ name, body });
        return { body: answer(body) };
      },
    ];
    const view = show(
      user,
      { ...WORLD, flags },
      Object.fromEntries([
        ...flags.map((flag) => record(`PATCH /api/flags/${flag.id}`, () => flag)),
        record('POST /api/moves', (body) => moveAnswer(body as MoveCreate)),
      ]),
    );
    return { ...view, calls };
  };
  const active = () => screen.queryByRole('option', { selected: true });

  test('lower the pole that the input names, and open its page', async () => {
    const { calls, history } = setUp();
    await userEvent.type(await open(), 'lower Main Entr');
    await waitFor(() =>
      expect(active()).toHaveTextContent('Lower Main Entrance, City HallF-entrance · Acme'),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe('/flags/entrance'));
    expect(await screen.findByText('Switch updated')).toBeVisible();
    const switches = [
      { id: 1, label: 'Flag Up', state: false },
      { id: 2, label: 'Flag Down', state: true },
    ];
    expect(calls).toMatchObject([{ name: 'PATCH /api/flags/entrance' }]);
    expect((calls[0]!.body as { switches: unknown[] }).switches).toEqual(
      switches.map(({ label, state }) => expect.objectContaining({ label, state })),
    );
    // The pole's page becomes a recent entry; the command never does.
    expect(localStorage.getItem('palette-recent')).toContain('"flag entrance"');
  });

  test.each([
    'lower main',
    'lowr main entrance',
    'lower',
    'lamp main entrance',
    'lower crane',
    'lower nowhere',
  ])('move no pole if the user types “%s” and presses Enter', async (typed) => {
    const { calls, history } = setUp();
    const field = await open();
    await userEvent.type(field, 'main');
    await screen.findAllByRole('option', { name: /Main Entrance/ });
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    expect(screen.getByRole('combobox')).toHaveFocus();
    expect(calls).toEqual([]);
    expect(history.at(-1)).toBe('/profile');
  });

  test('let the user choose among several matches with the arrow keys, and announce this choice', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'lower main');
    expect(await screen.findByText(/choose one with the arrow keys/)).toBeVisible();
    expect(active()).toBeNull();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toHaveTextContent('Lower Main Gate');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['PATCH /api/flags/gate']));
  });

  test('show why they are not possible now, and update live', async () => {
    const { calls } = setUp();
    const field = await open();
    const offers = async (typed: string, text: RegExp) => {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      const option = await screen.findByRole('option', { name: text });
      expect(option).toHaveAttribute('aria-disabled', 'true');
      await userEvent.click(option);
    };
    await offers('lower crane', /Lower Crane Yard, City Hall.*Offline, last seen/);
    await offers('half workshop', /half-staff: Workshop, City Hall.*Locked/);
    await offers('raise main entrance', /Raise Main Entrance, City Hall.*Already up/);
    await offers('lock workshop', /Lock Workshop.*Locked by ann/);
    expect(calls).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, 'half main entrance');
    await waitFor(() => expect(active()).toHaveTextContent('half-staff: Main Entrance'));
    expect(active()).not.toHaveAttribute('aria-disabled');
    act(() => flagStore.accept([pole('entrance', 'Main Entrance', node({ lock }))]));
    await waitFor(() => expect(active()).toHaveTextContent('Locked'));
    await userEvent.keyboard('{Enter}');
    expect(field).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('ask before moving a location, and move exactly the poles listed in the question', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'half depot');
    await waitFor(() => expect(active()).toHaveTextContent('2 poles at Depot'));
    await userEvent.keyboard('{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'All Half: 2 poles' });
    expect(question).toHaveTextContent('Depot, Acme: 2 poles');
    expect(calls).toEqual([]);
    await userEvent.click(within(question).getByRole('button', { name: 'Move 2 poles' }));
    // The plan contains exactly the poles that the confirmation showed.
    await waitFor(() =>
      expect(calls).toEqual([
        { name: 'POST /api/moves', body: { control: 'half', plan: expect.any(String) } },
      ]),
    );
    const answer = moveAnswer(calls[0]!.body as MoveCreate);
    expect(answer.flags.map(({ flagId }) => flagId).sort()).toEqual(['d1', 'd2']);
  });

  test('turn on all lamps at a location instead of toggling each', async () => {
    const { calls } = setUp();
    await userEvent.type(await open(), 'lamp on depot');
    await waitFor(() => expect(active()).toHaveTextContent('2 poles at Depot'));
    await userEvent.keyboard('{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'All lamps on: 2 poles' });
    await userEvent.click(within(question).getByRole('button', { name: 'Turn on 2 lamps' }));
    await waitFor(() => expect(calls[0]?.body).toMatchObject({ control: 'lamps-on' }));
  });

  test.each([
    ['lock main entrance', '/flags/entrance?dialog=lock:entrance'],
    ['test main entrance', '/flags/entrance?dialog=test:entrance'],
    ['history main entrance', '/flags/entrance?tab=history'],
    ['timeline main entrance', '/flags/entrance'],
  ])('open the right page for “%s”: %s', async (typed, path) => {
    const { calls, history } = setUp();
    await userEvent.type(await open(), typed);
    await waitFor(() => expect(active()).toHaveTextContent(/Main Entrance, City Hall/));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe(path));
    expect(calls).toEqual([]);
  });

  test('that move a pole are hidden from view-only users, with a note, but history is offered to all', async () => {
    setUp(makeUser('employee', { mayMovePoles: false }));
    const field = await open();
    for (const typed of ['lower main entrance', 'lock main entrance', 'test main entrance']) {
      await userEvent.clear(field);
      await userEvent.type(field, typed);
      expect(screen.getByText('You can’t move flags')).toBeVisible();
      expect(screen.queryByRole('group', { name: 'Commands' })).toBeNull();
    }
    await userEvent.clear(field);
    await userEvent.type(field, 'history main entrance');
    await waitFor(() => expect(group('Commands')).toHaveLength(1));
  });

  test('prefer a pole whose name begins with a command word', async () => {
    const { history } = show(makeUser('employee'), {
      flags: [pole('lot', 'Lower Lot'), pole('x', 'Other', node(), { location: 'Lot 7' })],
    });
    await userEvent.type(await open(), 'lower lot');
    await waitFor(() => expect(active()).toHaveTextContent(/^Lower LotF-lot/));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(history.at(-1)).toBe('/flags/lot'));
  });
});
