import type { SessionUser } from '@halyard/domain';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { call } from '@/lib/api/api.ts';
import { FIRST_PAGE } from '@/lib/lists/pageSizes.ts';
import { OWNER_KEY } from '@/lib/session/copyOwner.ts';
import { testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { dropEarly } from '../lib/api/earlyAnswers.ts';
import { fetchEarly } from './fetchEarly.ts';
import { loadCode, pageAt } from './pages.ts';

vi.mock('./pages.ts', async (original) => ({
  ...(await original<typeof import('./pages.ts')>()),
  loadCode: vi.fn(async () => undefined),
}));

beforeEach(() => {
  dropEarly();
  localStorage.clear();
  vi.mocked(loadCode).mockClear();
});

const at = (pathname: string, search = '') => ({ pathname, search });

/** The URL of the first page of companies, as both the console and the early script request it. */
const COMPANIES = '/api/companies?page=1&limit=10';
const listCompanies = () => call('listCompanies', { query: FIRST_PAGE });

/**
 * Starts a server.
 * @param user the signed-in user; null if nobody is signed in
 * @returns the URLs requested from the server
 */
function serveTo(user: SessionUser | null) {
  const fetch = serve({
    'GET /api/config': () => ({ body: testConfig({ signedIn: user !== null }) }),
    'GET /api/user': () => (user ? { body: user } : { status: 401, body: 'Sign in first.' }),
    [`GET ${COMPANIES}`]: () => ({ body: [] }),
    'GET /api/users?page=1&limit=10': () => ({ body: [] }),
    'GET /api/flags/a%20b': () => ({ body: {} }),
    'GET /api/flags/a%20b/half-staff': () => ({ body: {} }),
    'GET /api/flags/a%20b/timeline': () => ({ body: {} }),
  });
  return () => fetch.mock.calls.map(([address]) => String(address)).sort();
}

describe('the script that prefetches data for the first page', () => {
  test("makes the page's API calls as soon as the signed-in user is known", async () => {
    const asked = serveTo(testUser());
    await fetchEarly(at('/companies'));
    expect(asked()).toEqual([COMPANIES, '/api/config', '/api/user']);
    expect(loadCode).toHaveBeenCalledWith('/companies');
  });

  test("makes the API calls for the user's role and for the ID in the URL", async () => {
    const asked = serveTo(testUser({ role: 'company_user', companyId: 'c1' }));
    await fetchEarly(at('/employees'));
    expect(asked()).toContain('/api/users?page=1&limit=10');

    const askedOfPole = serveTo(testUser());
    await fetchEarly(at('/flags/a%20b'));
    expect(askedOfPole()).toEqual(
      expect.arrayContaining([
        '/api/flags/a%20b',
        '/api/flags/a%20b/half-staff',
        '/api/flags/a%20b/timeline',
      ]),
    );
  });

  test("fetches the data that the dashboard shows above its list, limited to what the user's role may see", () => {
    const ofHome = (user: SessionUser) => pageAt('/')?.calls(user, '') ?? [];
    const onlyForMasters = ['/api/half-staff/second-approvals', '/api/half-staff/source-drafts'];
    expect(ofHome(testUser())).toEqual(expect.arrayContaining(onlyForMasters));
    const forEmployee = ofHome(testUser({ role: 'employee', companyId: 'c1' }));
    expect(forEmployee).toContain('/api/half-staff/today');
    for (const address of onlyForMasters) expect(forEmployee).not.toContain(address);
  });

  test('uses each prefetched response only once; a second call goes to the server', async () => {
    const asked = serveTo(testUser());
    await fetchEarly(at('/companies'));
    await expect(listCompanies()).resolves.toEqual([]);
    expect(asked().filter((address) => address === COMPANIES)).toHaveLength(1);
    await listCompanies();
    expect(asked().filter((address) => address === COMPANIES)).toHaveLength(2);
  });

  test('gives the page the signed-in user without a second request', async () => {
    const asked = serveTo(testUser({ id: 'u7' }));
    await fetchEarly(at('/companies'));
    await expect(call('currentUser')).resolves.toMatchObject({ id: 'u7' });
    expect(asked().filter((address) => address === '/api/user')).toHaveLength(1);
  });

  test('requests the signed-in user only once, even if the page needs the user before the configuration arrives', async () => {
    const asked = serveTo(testUser({ id: 'u7' }));
    const done = fetchEarly(at('/companies'));
    await expect(call('currentUser')).resolves.toMatchObject({ id: 'u7' });
    await done;
    expect(asked().filter((address) => address === '/api/user')).toHaveLength(1);
  });

  test('requests the signed-in user without waiting for the configuration if the device has data saved for offline use', async () => {
    localStorage.setItem(OWNER_KEY, 's1');
    const fetch = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    void fetchEarly(at('/companies'));
    await vi.waitFor(() =>
      expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/config', '/api/user']),
    );
  });

  test('requests the signed-in user without waiting for the configuration if the HTML has a preload link for this request', async () => {
    const preload = document.createElement('link');
    preload.setAttribute('href', '/api/user');
    document.head.append(preload);
    onTestFinished(() => preload.remove());
    const fetch = vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined));
    void fetchEarly(at('/companies'));
    await vi.waitFor(() =>
      expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/config', '/api/user']),
    );
    await vi.waitFor(() => expect(loadCode).toHaveBeenCalledWith('/companies'));
  });

  test('discards a 401 response, so that it does not affect a user who signs in later', async () => {
    localStorage.setItem(OWNER_KEY, 's1');
    serveTo(null);
    await fetchEarly(at('/companies'));
    expect(loadCode).not.toHaveBeenCalled();
    serveTo(testUser({ id: 'u7' }));
    await expect(call('currentUser')).resolves.toMatchObject({ id: 'u7' });
  });

  test("requests neither the user nor the page's code if no one is signed in", async () => {
    const asked = serveTo(null);
    await fetchEarly(at('/companies'));
    expect(asked()).toEqual(['/api/config']);
    expect(loadCode).not.toHaveBeenCalled();
  });

  test.each([
    ['a page that the role may not open', '/companies', { role: 'employee', companyId: 'c1' }],
    ['a user who needs a new password first', '/companies', { temporary: true }],
    ['a user who needs a second factor first', '/companies', { secondFactorMissing: true }],
    ['an address without a page', '/nowhere', {}],
  ] as const)('does not request lists for %s', async (_name, path, user) => {
    const asked = serveTo(testUser(user));
    await fetchEarly(at(path));
    expect(asked()).toEqual(['/api/config', '/api/user']);
  });

  test('does not request the activity log if the URL has a filter', async () => {
    const asked = serveTo(testUser());
    await fetchEarly(at('/activity', '?category=command'));
    expect(asked()).toEqual(['/api/config', '/api/user']);
  });

  test('discards a failed response, so that the page repeats the call', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    await fetchEarly(at('/companies'));
    fetch.mockResolvedValue(new Response('[]'));
    await expect(listCompanies()).resolves.toEqual([]);
  });

  test('discards unused responses when the page tells it to', async () => {
    const asked = serveTo(testUser());
    await fetchEarly(at('/companies'));
    dropEarly();
    await listCompanies();
    expect(asked().filter((address) => address === COMPANIES)).toHaveLength(2);
  });
});
