import { credentials } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import * as pages from '@/early/pages.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import LoginPage from './LoginPage.tsx';

vi.mock('@/early/pages.ts', { spy: true });

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Username'), 'pat');
  await userEvent.type(screen.getByLabelText('Password'), 'halyard-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

describe('the sign-in page (spec §2)', () => {
  test('shows the sign-in form, four product features and a link to reset the password', () => {
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    expect(screen.getByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(screen.getByText('Flag Control Platform')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Real-time flag status monitoring',
      'Remote switch control (Up, Down, Half, Lamp)',
      'Multi-tenant organization management',
      'Role-based access control',
    ]);
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  test("shows 'Logging in...' while the user is being signed in, and then opens the dashboard", async () => {
    const { promise, resolve } = deferredAnswer();
    serve({ 'POST /api/login': () => promise });
    const { history } = renderWith(<LoginPage />, { user: null, path: '/auth' });
    await signIn();
    expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    resolve({ body: testUser() });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  test("downloads the dashboard's code as soon as the user starts typing", async () => {
    const load = vi.spyOn(pages, 'loadCode').mockResolvedValue(undefined);
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    expect(load).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText('Username'), 'p');
    expect(load).toHaveBeenCalledWith('/');
  });

  test("shows 'Login failed' with the HTTP status and the server's message, and keeps the typed values", async () => {
    serve({ 'POST /api/login': () => ({ status: 401, body: 'Wrong username or password.' }) });
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    await signIn();
    expect(await screen.findByText('Login failed', { selector: 'li *' })).toBeInTheDocument();
    expect(
      screen.getByText('401: Wrong username or password.', { selector: 'li *' }),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveValue('pat');
    expect(screen.getByLabelText('Password')).toHaveValue('halyard-demo');
  });

  describe('while the server is busy', () => {
    const busy = {
      status: 503,
      body: 'The server is busy. Try again in a moment.',
      headers: { 'retry-after': '0' },
    };

    test('does not show an error, retries automatically, and signs in with the typed values', async () => {
      const answers = [busy, busy, { body: testUser() }];
      const sent: unknown[] = [];
      serve({
        'POST /api/login': (body) => {
          sent.push(body);
          return answers[sent.length - 1]!;
        },
      });
      vi.spyOn(Math, 'random').mockReturnValue(0);
      const { history } = renderWith(<LoginPage />, { user: null, path: '/auth' });
      await signIn();
      await waitFor(() => expect(history.at(-1)).toBe('/'));
      expect(sent).toEqual(Array(3).fill({ username: 'pat', password: 'halyard-demo' }));
      expect(screen.queryByText(/^503/)).toBeNull();
    });

    test('waits as long as the server requests before it retries', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      vi.spyOn(Math, 'random').mockReturnValue(0.5);
      const fetch = serve({
        'POST /api/login': () => ({ ...busy, headers: { 'retry-after': '600' } }),
      });
      renderWith(<LoginPage />, { user: null, path: '/auth' });
      await signIn();
      expect(await screen.findByText('Busy, trying again…')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
      expect(fetch).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(590_000);
      expect(fetch).toHaveBeenCalledTimes(1);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(fetch).toHaveBeenCalledTimes(2);
      vi.useRealTimers();
    });

    test('stops retrying when a field is edited, and keeps the other field', async () => {
      const fetch = serve({
        'POST /api/login': () => ({ ...busy, headers: { 'retry-after': '600' } }),
      });
      renderWith(<LoginPage />, { user: null, path: '/auth' });
      await signIn();
      expect(await screen.findByText('Busy, trying again…')).toBeInTheDocument();
      await userEvent.type(screen.getByLabelText('Username'), 'x');
      expect(await screen.findByRole('button', { name: 'Login' })).toBeEnabled();
      expect(screen.queryByText('Busy, trying again…')).toBeNull();
      expect(screen.queryByText(/^503/)).toBeNull();
      expect(screen.getByLabelText('Username')).toHaveValue('patx');
      expect(screen.getByLabelText('Password')).toHaveValue('halyard-demo');
      expect(fetch).toHaveBeenCalledTimes(1);
    });

    test('stops retrying when the user leaves the page', async () => {
      const clear = vi.spyOn(globalThis, 'clearTimeout');
      serve({ 'POST /api/login': () => ({ ...busy, headers: { 'retry-after': '600' } }) });
      const { unmount, client } = renderWith(<LoginPage />, { user: null, path: '/auth' });
      await signIn();
      expect(await screen.findByText('Busy, trying again…')).toBeInTheDocument();
      unmount();
      await waitFor(() =>
        expect(client.getMutationCache().getAll().at(-1)?.state.error?.name).toBe('Stopped'),
      );
      expect(clear).toHaveBeenCalled();
    });
  });

  test("shows the API contract's messages for missing values, and sends nothing", async () => {
    const fetch = serve({});
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    const issues = credentials.safeParse({ username: '', password: '' }).error?.issues ?? [];
    expect(issues).toHaveLength(2);
    for (const issue of issues) expect(screen.getByText(issue.message)).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('redirects a signed-in user to the dashboard', async () => {
    const { history } = renderWith(<LoginPage />, { user: testUser(), path: '/auth' });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  test('is excluded from search engines', () => {
    const { unmount } = renderWith(<LoginPage />, { user: null, path: '/auth' });
    expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute(
      'content',
      'noindex',
    );
    unmount();
    expect(document.head.querySelector('meta[name="robots"]')).toBeNull();
  });

  test('fills in the form with one click in the demo', async () => {
    const demo = { usernames: ['master', 'company'], password: 'halyard-demo', memorialDay: null };
    renderWith(<LoginPage />, { user: null, config: testConfig({ demo }), path: '/auth' });
    await userEvent.click(screen.getByRole('button', { name: 'company' }));
    expect(screen.getByLabelText('Username')).toHaveValue('company');
    expect(screen.getByLabelText('Password')).toHaveValue('halyard-demo');
  });

  test('shows a spinner until the configuration has loaded, so that the form does not shift', async () => {
    const { promise, resolve } = deferredAnswer();
    serve({ 'GET /api/config': () => promise });
    renderWith(<LoginPage />, { user: null, config: null, path: '/auth' });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(screen.queryByLabelText('Username')).toBeNull();
    const demo = { usernames: ['master'], password: 'halyard-demo', memorialDay: null };
    resolve({ body: testConfig({ demo, signIn: { system: 'Contoso', companies: false } }) });
    expect(await screen.findByLabelText('Username')).toBeVisible();
    expect(screen.getByRole('button', { name: 'master' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Continue with Contoso' })).toBeVisible();
  });

  test('shows the form if the configuration fails to load', async () => {
    serve({});
    renderWith(<LoginPage />, { user: null, config: null, path: '/auth' });
    expect(await screen.findByLabelText('Username')).toBeVisible();
  });

  test("shows the operator's own product name", () => {
    const config = testConfig({ productName: 'Flags of Ohio' });
    renderWith(<LoginPage />, { user: null, config, path: '/auth' });
    expect(screen.getAllByText('Flags of Ohio').length).toBeGreaterThan(0);
    expect(document.title).toBe('Login · Flags of Ohio');
  });
});
