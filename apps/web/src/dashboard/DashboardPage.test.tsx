import {
  type AlertCondition,
  type AlertOutage,
  clockText,
  type FlagPage,
  federalCalendarOf,
  type HalfStaffNow,
  type HalfStaffToday,
  type Role,
  type TodaySource,
} from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { answerFlags } from '@/flags/testing/answerFlags.ts';
import { makeFlag, makeUser, node, seconds, silentNode } from '@/flags/testing/flags.ts';
import { renderPage } from '@/flags/testing/renderPage.tsx';
import { pageOf } from '@/testing/server.ts';
import DashboardPage from './DashboardPage.tsx';

const card = (title: string) =>
  screen.getByRole('heading', { name: title }).parentElement?.parentElement;

describe('the dashboard (spec §2)', () => {
  test('shows a summary in four cards, and updates it live', async () => {
    const flags = [
      makeFlag(
        { id: 'a', flagId: 'a', name: 'Weak', openAlerts: ['voltage'] },
        node({ voltage: 39.9 }),
      ),
      makeFlag(
        { openAlerts: ['offline', 'voltage'], name: 'Gone', companyId: 'birch', company: 'Birch' },
        silentNode(900),
      ),
    ];
    const { transport } = await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags,
      path: '/',
    });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard');
    expect(screen.getByText('Real-time overview of your flags')).toBeVisible();
    await waitFor(() => expect(card('Locations')).toHaveTextContent('Locations32 companies'));
    expect(card('Total Flags')).toHaveTextContent('Total Flags2across 3 locations');
    expect(card('Active Flags')).toHaveTextContent('Active Flags150% uptime');
    expect(screen.getByRole('img', { name: 'Below target' })).toBeVisible();
    expect(card('Alerts')).toHaveTextContent('Alerts11 voltage alert, 1 offline');
    const stuck = node({
      voltage: 42,
      flagDown: true,
      reported: { flagUp: true, flagDown: false, lastSeen: seconds() },
      command: { id: 'c1', issuedAt: Date.now() - 60_000, by: 'u1' },
    });
    const weak = makeFlag({ id: 'a', flagId: 'a', openAlerts: ['voltage'] }, stuck);
    const { summary } = answerFlags([weak, flags[1]!], '/api/flags?counts=true') as FlagPage;
    act(() => transport.valueAt('summaries/all').value(summary));
    // The voltage is in range again, but the alert ends only after some time in range.
    expect(card('Alerts')).toHaveTextContent('Alerts11 not confirmed1 voltage alert, 1 offline');
    expect(screen.getByRole('link', { name: '1 not confirmed' })).toHaveAttribute(
      'href',
      '/flags?show=not-confirmed',
    );
  });

  test.each([
    ['Show all flags', '/flags'],
    ['Show active flags', '/flags?show=online'],
    ['Show alerts', '/alerts'],
  ])('links each card to the items that it counts: %s', async (label, href) => {
    const user = makeUser('employee');
    await renderPage(<DashboardPage />, { user, flags: [makeFlag({ name: 'One' })], path: '/' });
    expect(screen.getByRole('link', { name: label })).toHaveAttribute('href', href);
  });

  test('counts open alerts by condition, and ignores problems that have not caused an alert', async () => {
    const open = (count: number, openAlerts: AlertCondition[], raw = node()) =>
      Array.from({ length: count }, (_, n) =>
        makeFlag({ name: `${openAlerts} ${n}`, openAlerts }, raw),
      );
    const flags = [
      ...open(2, ['voltage']),
      ...open(22, ['offline'], silentNode(1200)),
      ...open(1, ['movement-failed', 'wrong-position']),
      // The voltage is out of range only in the last report, so there is no alert yet.
      makeFlag({ name: 'Peak' }, node({ voltage: 60 })),
    ];
    await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags,
      path: '/',
      until: 'All Flags',
    });
    await waitFor(() =>
      expect(card('Alerts')).toHaveTextContent(
        'Alerts22 voltage alerts, 22 offline, 1 failed move, 1 in the wrong position',
      ),
    );
  });

  test('updates without a reload when alerts begin and end', async () => {
    let openAlerts: AlertCondition[] = [];
    const flag = makeFlag({ id: 'a', flagId: 'a', name: 'Weak' });
    const { transport } = await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [flag],
      path: '/',
      answer: (_method, path) =>
        path.startsWith('/api/flags?')
          ? Response.json(answerFlags([{ ...flag, openAlerts }], path))
          : undefined,
    });
    expect(card('Alerts')).toHaveTextContent('Alerts00 voltage alerts');
    openAlerts = ['voltage'];
    const companies = transport.at('companies');
    companies.value('acme', { rev: 1 });
    companies.synced();
    companies.value('acme', { rev: 2 });
    await waitFor(() => expect(card('Alerts')).toHaveTextContent('Alerts11 voltage alert'), {
      timeout: 3000,
    });
  });

  test('lists flags in order of company name, and has no Actions column', async () => {
    const flags = [
      makeFlag({ name: 'A', company: 'Zeta' }),
      makeFlag({ name: 'B', company: 'Acme' }),
    ];
    await renderPage(<DashboardPage />, { user: makeUser('master'), flags, path: '/' });
    const rows = (await screen.findAllByRole('row')).slice(2);
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(['B', 'A']);
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    expect(screen.getByText('Master Controls')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'All Flags' })).toBeVisible();
  });

  test('shows no numbers if the flags fail to load', async () => {
    await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'Couldn’t load flags' })],
      path: '/',
      answer: (_method, path) =>
        path.startsWith('/api/flags') ? new Response('No', { status: 503 }) : undefined,
    });
    expect(card('Total Flags')).toHaveTextContent(/^Total Flags–$/);
    expect(card('Alerts')).toHaveTextContent(/^Alerts–$/);
  });

  test('shows a message if there are no flags', async () => {
    await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [],
      path: '/',
      answer: (_method, path) =>
        /^\/api\/(companies|locations)\?/.test(path)
          ? Response.json({ items: [], total: 0, page: 1, next: null })
          : undefined,
    });
    expect(screen.getByText('No flags to display')).toBeVisible();
    expect(screen.getByText('Flags will appear here once they are created.')).toBeVisible();
    await waitFor(() => expect(card('Locations')).toHaveTextContent('Locations0no companies'));
    expect(card('Total Flags')).toHaveTextContent('Total Flags0no locations');
    expect(card('Active Flags')).toHaveTextContent('Active Flags00% uptime');
    expect(screen.queryByRole('img', { name: /target/ })).toBeNull();
  });
});

describe('outages on the dashboard', () => {
  const outage = (changes: Partial<AlertOutage> = {}): AlertOutage => ({
    shared: 'location',
    company: { id: 'acme', name: 'Acme' },
    location: { id: 'yard', name: 'Yard' },
    offline: 22,
    total: 24,
    at: Date.now() - 60_000,
    companies: 1,
    locations: 1,
    ...changes,
  });
  const open = (answer: () => AlertOutage[]) =>
    renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'One' })],
      path: '/',
      answer: (_method, path) =>
        path.startsWith('/api/alerts/outages?') ? Response.json(pageOf(answer(), path)) : undefined,
    });

  test.each<[string, Partial<AlertOutage>, string, string]>([
    ['location', {}, 'All at Yard (Acme).', '/flags?show=offline&company=acme&location=yard'],
    [
      'company',
      { shared: 'company', location: null, locations: 3 },
      'All belong to Acme, at 3 locations.',
      '/flags?show=offline&company=acme',
    ],
    [
      'fleet',
      { shared: 'fleet', location: null, company: null, companies: 2, locations: 5 },
      'Across the whole fleet: 2 companies, 5 locations.',
      '/flags?show=offline',
    ],
  ])(
    'are shown with the number of poles, the time, and the properties that the poles share: %s',
    async (...row) => {
      const [, changes, shared, href] = row;
      const found = outage(changes);
      await open(() => [found]);
      const when = clockText(found.at, Date.now());
      const text = `22 of 24 poles went offline ${/^\d/.test(when) ? 'at' : 'on'} ${when}`;
      expect(await screen.findByText(text)).toBeVisible();
      expect(when).toMatch(/\d:\d\d [AP]M \S+$/);
      expect(screen.getByText(shared)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Show flags' })).toHaveAttribute('href', href);
    },
  );

  test('disappear without a reload when the poles are back online', async () => {
    let outages = [outage(), outage({ location: { id: 'b', name: 'B' } })];
    outages.push(...['c', 'd', 'e'].map((id) => outage({ location: { id, name: id } })));
    const { transport } = await open(() => outages);
    expect(await screen.findByText('And 2 more outages.')).toBeVisible();
    expect(screen.getAllByText(/went offline/)).toHaveLength(3);
    outages = [];
    const companies = transport.at('companies');
    companies.value('acme', { rev: 1 });
    companies.synced();
    companies.value('acme', { rev: 2 });
    await waitFor(() => expect(screen.queryByText(/went offline/)).toBeNull(), { timeout: 3000 });
  });
});

describe('Auto Half Mast on the dashboard', () => {
  const flags = [makeFlag({ name: 'One' })];
  const named = { name: 'Auto Half Mass' };

  test.each<[Role, 'enabled' | 'disabled' | 'none']>([
    ['master', 'none'],
    ['company_user', 'enabled'],
    ['location_user', 'disabled'],
    ['employee', 'disabled'],
  ])('is shown to the role %s as follows: %s', async (role, state) => {
    const { calls } = await renderPage(<DashboardPage />, {
      user: makeUser(role),
      flags,
      path: '/',
    });
    if (state === 'none') expect(screen.queryByRole('switch', named)).toBeNull();
    else if (state === 'disabled') expect(await screen.findByRole('switch', named)).toBeDisabled();
    else await waitFor(() => expect(screen.getByRole('switch', named)).toBeEnabled());
    // The company's record is fetched only for users who have a company (spec §6).
    const records = calls.filter(({ path }) => path === '/api/companies/acme');
    expect(records).toHaveLength(role === 'master' ? 0 : 1);
  });

  test('is not shown for an account without a company', async () => {
    const user = makeUser('employee', { companyId: null, allCompanies: true });
    await renderPage(<DashboardPage />, { user, flags, path: '/' });
    expect(screen.queryByRole('switch', named)).toBeNull();
  });

  test.each([
    [200, 'The setting has been updated successfully.'],
    [503, 'Failed to update Auto Half Mass setting.'],
  ])('shows a toast after a PATCH with status %d: %s', async (status, text) => {
    const { person, calls } = await renderPage(<DashboardPage />, {
      user: makeUser('company_user'),
      flags,
      path: '/',
      answer: (method, _path, body) =>
        method === 'PATCH' ? Response.json({ ...(body as object) }, { status }) : undefined,
    });
    await waitFor(() => expect(screen.getByRole('switch', named)).toBeEnabled());
    await person.click(screen.getByRole('switch', named));
    expect(await screen.findByText(text)).toBeVisible();
    expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/companies/acme',
      body: { autoHalfMast: true },
    });
  });
});

describe('the Federal Flag Protocol card (spec §2, §5)', () => {
  const NOON = new Date(2026, 10, 20, 12).getTime();
  const open = async (answer: () => Response | Promise<Response>) => {
    vi.setSystemTime(NOON);
    const flags = [makeFlag({ name: 'North Pole' })];
    await renderPage(<DashboardPage />, {
      user: makeUser('location_user'),
      flags,
      path: '/',
      answer: (_method, path) => (path === '/api/federal-holidays' ? answer() : undefined),
    });
  };
  afterEach(() => {
    vi.useRealTimers();
  });

  test('shows the general note, and the next three days with their dates, badges and notes', async () => {
    await open(() => Response.json({ ...federalCalendarOf([2026, 2027]), note: 'In general.' }));
    const tiles = within(
      await screen.findByRole('list', { name: 'Federal Flag Protocol' }),
    ).getAllByRole('listitem');
    expect(screen.getByRole('heading', { name: 'Federal Flag Protocol' })).toBeVisible();
    expect(tiles.map((tile) => tile.textContent)).toEqual([
      'Dec 7, 2026Half-StaffNational Pearl Harbor Remembrance Day',
      expect.stringMatching(/^May 2, 2027Half-Staff.*projected/),
      expect.stringMatching(/^May 15, 2027Peace Officers Memorial Day.*Armed Forces Day$/),
    ]);
    expect(screen.getByText('In general.')).toBeVisible();
  });

  test("marks today's tile", async () => {
    const holidays = [{ date: '2026-11-20', name: 'A Day', halfStaff: true }];
    await open(() => Response.json({ holidays }));
    expect(await screen.findByText('Today')).toBeVisible();
  });

  test('shows a message if there are no upcoming days', async () => {
    await open(() => Response.json({ holidays: [] }));
    expect(
      await screen.findByText('No upcoming holidays with flag protocol in the next 12 months.'),
    ).toBeVisible();
  });

  test('shows that it is loading, and disappears if loading fails', async () => {
    let answer: (response: Response) => void = () => {};
    const waiting = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    await open(() => waiting);
    // The page waits for the card only until the response arrives.
    const title = 'Federal Holidays & Flag Protocol';
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText('Loading holidays...')).toBeVisible();
    answer(new Response('No', { status: 500 }));
    await waitFor(() => expect(screen.queryByText(/Flag Protocol/)).toBeNull());
  });
});

describe("today's card", () => {
  const SUNSET = Date.parse('2026-12-07T17:12:00-05:00');
  const DAY: HalfStaffNow['inEffect'][number] = {
    source: {
      kind: 'annual-day',
      key: 'day:2026-12-07',
      keys: ['day:2026-12-07'],
      by: null,
      title: 'National Pearl Harbor Remembrance Day',
    },
    position: 'half',
    poles: 12,
    until: SUNSET,
    untilSun: 'sunset',
    endsLater: false,
    timeZone: 'America/New_York',
  };
  const nowIs = (changes: Partial<HalfStaffNow> = {}): HalfStaffNow => ({
    engineIsOn: true,
    now: SUNSET - 3_600_000,
    speed: 1,
    changesAt: SUNSET,
    inEffect: [DAY],
    ...changes,
  });
  /**
   * Returns the response for the Today card, as if the poles at both locations followed all of
   * these orders and half-staff days.
   */
  const todayOf = ({ now, speed, changesAt, inEffect }: HalfStaffNow): HalfStaffToday => {
    const bySource = new Map<string, TodaySource>();
    for (const { source, until: at, untilSun: atSun, endsLater, timeZone } of inEffect) {
      const end = { at, atSun, isLaterElsewhere: endsLater, timeZone };
      const position = source.kind === 'exception' ? 'up' : 'half';
      if (!bySource.has(source.key))
        bySource.set(source.key, { source, position, locations: 2, following: 2, ...end });
    }
    return { now, speed, changesAt, inEffect: [...bySource.values()], next: null };
  };
  const open = (
    role: Role,
    answer: () => HalfStaffNow,
    more: object = { holidays: [] },
    today?: HalfStaffToday,
  ) =>
    renderPage(<DashboardPage />, {
      user: makeUser(role),
      flags: [makeFlag({ name: 'North Pole' })],
      path: '/',
      answer: (_method, path) => {
        if (path === '/api/half-staff/now') return Response.json(answer());
        if (path === '/api/half-staff/today') return Response.json(today ?? todayOf(answer()));
        return path === '/api/federal-holidays' ? Response.json(more) : undefined;
      },
    });
  const strip = () => screen.findByRole('region', { name: 'Today' });

  test.each<Role>(['master', 'company_user', 'location_user', 'employee'])(
    'tells a user with the role %s that flags are at half-staff, until when, and at how many poles',
    async (role) => {
      await open(role, nowIs);
      expect(await strip()).toHaveTextContent(
        /^Half-staff today until sunset, 5:12 PM ESTNational Pearl Harbor Remembrance Day · 12 poles$/,
      );
      expect(screen.getAllByText(/National Pearl Harbor Remembrance Day/)).toHaveLength(1);
    },
  );

  test('has one line per order or half-staff day, even if its poles are in different positions', async () => {
    const order = { ...DAY.source, kind: 'order' as const, key: 'order:o1', by: 'the President' };
    const source = { ...order, title: 'Death of a former President' };
    const later = { poles: 3, until: SUNSET + 60_000, position: null };
    const noon = Date.parse('2026-12-09T12:00:00-05:00');
    const exception = { ...order, kind: 'exception' as const, key: 'order:o2', title: 'Parade' };
    await open('employee', () =>
      nowIs({
        inEffect: [
          { ...DAY, source: exception, position: 'up', poles: 1, until: null, untilSun: null },
          { ...DAY, position: 'down', until: noon, untilSun: 'noon' },
          { ...DAY, source },
          { ...DAY, ...later, source },
        ],
      }),
    );
    const lines = within(await strip()).getAllByText(/./, { selector: 'p' });
    expect(lines.map((line) => line.textContent)).toEqual([
      'Full staff until further notice',
      'Full-staff exception by the President: Parade · 1 pole',
      'Half-staff today until Dec 9, noon EST: National Pearl Harbor Remembrance Day · 12 poles, 12 down for the night',
      'Half-staff today until sunset, 5:12 PM EST: Order by the President: Death of a former President · 15 poles, 3 stay down',
    ]);
  });

  test('if no pole follows the order or day that takes precedence, also shows the one that poles follow', async () => {
    const own = { ...DAY, source: { ...DAY.source, key: 'own:1', title: 'Founder’s Day' } };
    const { now, speed, changesAt } = nowIs();
    const followed = { now, speed, changesAt, next: null };
    await open('master', () => nowIs({ inEffect: [own] }), undefined, {
      ...followed,
      inEffect: [{ ...todayOf(nowIs()).inEffect[0]!, locations: 2, following: 0 }],
    });
    expect(await strip()).toHaveTextContent(
      /^Half-staff today until sunset, 5:12 PM ESTNational Pearl Harbor Remembrance Day · followed at 0 of 2 locationsHalf-staff today until sunset, 5:12 PM EST: Founder’s Day · 12 poles$/,
    );
  });

  test.each<[Role, boolean]>([
    ['company_user', true],
    ['location_user', false],
  ])(
    'tells the role %s that autopilot is off (link to the half-staff page: %s)',
    async (role, may) => {
      await open(role, () => nowIs({ engineIsOn: false }));
      const region = within(await strip());
      expect(region.getByText('Autopilot is off: nothing will move.')).toBeVisible();
      const links = region.queryAllByRole('link', { name: 'Half-Staff' });
      expect(links.map((link) => link.getAttribute('href'))).toEqual(may ? ['/half-staff'] : []);
    },
  );

  test('shows an order as soon as the simulated clock reaches the start of the order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
    let answer = nowIs({ inEffect: [], now: SUNSET - 3_600_000, speed: 60 });
    const { calls } = await open('employee', () => answer);
    const asked = () => calls.filter(({ path }) => path === '/api/half-staff/now').length;
    await waitFor(() => expect(asked()).toBe(1));
    expect(await strip()).toHaveTextContent('Full staff today');
    answer = nowIs({ now: SUNSET });
    // One hour of the simulated clock takes one minute. Real time passes too, even on a busy
    // machine.
    await act(() => vi.advanceTimersByTimeAsync(35_000));
    expect(asked()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await waitFor(async () => expect(await strip()).toHaveTextContent(/^Half-staff today/));
    vi.useRealTimers();
  });

  test('uses the same clock as the federal card, even if the clock is simulated', async () => {
    const holidays = [{ date: '2030-05-27', name: 'Memorial Day', halfStaff: true }];
    const now = Date.parse('2030-05-27T12:00:00Z');
    await open('employee', () => nowIs({ now }), { holidays });
    expect(await screen.findByText('Today')).toBeVisible();
  });

  test("refetches its data and the federal days when the company's data changes", async () => {
    const { calls, transport } = await open('location_user', nowIs);
    await strip();
    const before = calls.length;
    const [company] = transport.valueListens;
    act(() => company!.value({ rev: 1 }));
    act(() => company!.value({ rev: 2 }));
    const asked = (path: string) => calls.slice(before).some((each) => each.path === path);
    await waitFor(() => expect(asked('/api/half-staff/now')).toBe(true));
    await waitFor(() => expect(asked('/api/federal-holidays')).toBe(true));
  });
});
