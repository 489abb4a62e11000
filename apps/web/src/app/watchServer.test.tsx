import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { type Answer, serve } from '@/testing/server.ts';
import { RequireUser } from './guards.tsx';
import { watchServer } from './watchServer.ts';

const STARTING: Answer = { status: 503, body: 'Starting' };
let server: 'starting' | 'there' | 'unreachable';
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server = 'starting';
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const whileThere = (body: unknown) => () => {
  if (server === 'unreachable') throw new TypeError('Failed to fetch');
  return server === 'there' ? { body } : STARTING;
};

function Things() {
  const { data, error, isFetching, refetch } = useQuery<string[]>({ queryKey: ['/api/things'] });
  if (data) return data;
  if (!error) return 'loading';
  return (
    <ErrorState
      title="Couldn’t load things"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

const page = (
  <Route path="/">
    <RequireUser>
      <Things />
    </RequireUser>
  </Route>
);

test('a page that is opened while the server starts is shown as soon as the server is ready', async () => {
  serve({
    'GET /api/config': whileThere(testConfig()),
    'GET /api/user': whileThere(testUser()),
    'GET /api/things': whileThere(['first thing']),
  });
  const { client } = renderWith(page);
  stop = watchServer(client);
  expect(await screen.findByText('503: Starting')).toBeVisible();
  expect(screen.getByText('Retrying automatically…')).toBeVisible();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByText('503: Starting')).toBeVisible();
  server = 'there';
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await screen.findByText('first thing')).toBeVisible();
});

test('failed requests are repeated as soon as the network is back', async () => {
  server = 'unreachable';
  serve({
    'GET /api/config': whileThere(testConfig()),
    'GET /api/things': whileThere(['first thing']),
  });
  const { client } = renderWith(page, { user: testUser() });
  stop = watchServer(client);
  expect(await screen.findByText(/Couldn’t reach/)).toBeVisible();
  server = 'there';
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('first thing')).toBeVisible();
});

test('requests are not repeated if the server responded, even with an error', async () => {
  const fetch = serve({
    'GET /api/config': () => ({ body: testConfig() }),
    'GET /api/things': () => ({ status: 500, body: 'Something went wrong.' }),
  });
  const { client } = renderWith(page, { user: testUser() });
  stop = watchServer(client);
  expect(await screen.findByText('500: Something went wrong.')).toBeVisible();
  expect(screen.queryByText('Retrying automatically…')).toBeNull();
  await vi.advanceTimersByTimeAsync(3_600_000);
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
});
