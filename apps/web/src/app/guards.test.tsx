import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { getByKey } from '@/lib/api/api.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { onSessionEnd, reportUnauthorized } from '@/lib/sessionEvents.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { RequireRole, RequireUser } from './guards.tsx';
import { watchSession } from './watchSession.ts';

let ends = 0;
onSessionEnd(() => {
  ends++;
});

/** Behaves like a page with live data: fetches data, and renders again when the session ends. */
function SessionListener() {
  useSyncExternalStore(onSessionEnd, () => ends);
  const { data } = useQuery({
    queryKey: ['api', 'flags'],
    queryFn: () => getByKey(['/api/flags']),
  });
  return data ? 'fetched' : 'loading';
}

const guarded = (
  <>
    <Route path="/auth">login page</Route>
    <Route path="/locations">
      <RequireUser>
        <RequireRole page="/locations">the locations</RequireRole>
      </RequireUser>
    </Route>
  </>
);

describe('guarded routes (spec §2)', () => {
  test('show a full-screen spinner while the signed-in user is loading', async () => {
    serve({ 'GET /api/user': () => new Promise(() => {}) });
    renderWith(guarded, { path: '/locations' });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  test('show only the spinner, and no other placeholder, until the console is rendered', async () => {
    let arrive = (_: { default: () => string }) => {};
    const Console = lazy(
      () =>
        new Promise<{ default: () => string }>((resolve) => {
          arrive = resolve;
        }),
    );
    const placeholders: string[] = [];
    function Placeholder() {
      useEffect(() => void placeholders.push('second'), []);
      return null;
    }
    const asked = serve({ 'GET /api/user': () => ({ body: testUser() }) });
    renderWith(
      <Suspense fallback={<Placeholder />}>
        <RequireUser>
          <Console />
        </RequireUser>
      </Suspense>,
      { path: '/' },
    );
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    arrive({ default: () => 'the console' });
    expect(await screen.findByText('the console')).toBeVisible();
    expect(placeholders).toEqual([]);
  });

  test('redirect to /auth if no one is signed in', async () => {
    serve({ 'GET /api/user': () => ({ status: 401, body: 'Sign in first.' }) });
    const { history } = renderWith(guarded, { path: '/locations' });
    expect(await screen.findByText('login page')).toBeInTheDocument();
    expect(history.at(-1)).toBe('/auth');
  });

  test('do not fetch the signed-in user if there is no session', async () => {
    const asked = serve({});
    const { history } = renderWith(guarded, {
      config: testConfig({ signedIn: false }),
      path: '/locations',
    });
    expect(await screen.findByText('login page')).toBeInTheDocument();
    expect(history.at(-1)).toBe('/auth');
    expect(asked).not.toHaveBeenCalled();
  });

  test('redirect to / if the role is not allowed', async () => {
    const user = testUser({ role: 'location_user', companyId: 'c1', locationId: 'l1' });
    const { history } = renderWith(guarded, { user, path: '/locations' });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
    expect(screen.queryByText('the locations')).toBeNull();
  });

  test('show the page to a role that may open it', () => {
    const user = testUser({ role: 'company_user', companyId: 'c1' });
    renderWith(guarded, { user, path: '/locations' });
    expect(screen.getByText('the locations')).toBeInTheDocument();
  });

  test('show an error with Retry if the server cannot be reached', async () => {
    serve({ 'GET /api/user': () => ({ status: 503, body: 'Starting.' }) });
    renderWith(guarded, { path: '/locations' });
    expect(await screen.findByText('503: Starting.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
  });

  test('redirect to /auth if a call is rejected because the session ended', async () => {
    serve({ 'GET /api/user': () => ({ status: 401, body: 'Sign in first.' }) });
    const { client } = renderWith(guarded, { user: testUser(), path: '/locations' });
    const stop = watchSession(client);
    reportUnauthorized();
    expect(await screen.findByText('login page')).toBeInTheDocument();
    stop();
  });

  test('do not fetch data again when the user signs out', async () => {
    const asked = serve({ 'GET /api/flags': () => ({ body: [] }) });
    const { client } = renderWith(
      <>
        <Route path="/auth">login page</Route>
        <Route path="/flags">
          <RequireUser>
            <SessionListener />
          </RequireUser>
        </Route>
      </>,
      { user: testUser(), path: '/flags' },
    );
    expect(await screen.findByText('fetched')).toBeInTheDocument();
    expect(asked).toHaveBeenCalledTimes(1);
    setCurrentUser(client, null);
    expect(await screen.findByText('login page')).toBeInTheDocument();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('keep showing the page if a call is rejected but the session is valid', async () => {
    serve({ 'GET /api/user': () => ({ body: testUser() }) });
    const { client } = renderWith(guarded, { user: testUser(), path: '/locations' });
    const stop = watchSession(client);
    reportUnauthorized();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    expect(screen.getByText('the locations')).toBeInTheDocument();
    setCurrentUser(client, testUser());
    stop();
  });
});
