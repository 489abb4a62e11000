import {
  type Flag,
  type MoveCreate,
  type MovePlanCreate,
  type SessionUser,
  scopeOf,
} from '@halyard/domain';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createQueryClient, KEYS } from '@/lib/api/query.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { FakeTransport } from '@/lib/realtime/testing/fakeTransport.ts';
import { PatientToaster } from '@/testing/PatientToaster.tsx';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { pageOf } from '@/testing/server.ts';
import { bulkActions } from '../commands/bulkActions.ts';
import { answerFlags, answerPlaces } from './answerFlags.ts';
import { makeCheck } from './check.ts';
import { config } from './live.ts';
import { moveAnswer, planAnswer } from './moves.ts';

export const COMPANIES = [makeCompany('acme', 'Acme'), makeCompany('birch', 'Birch')];
export const LOCATIONS = [
  makeLocation('acme-city-1', 'City Hall', 'acme'),
  makeLocation('acme-depot-2', 'Depot', 'acme'),
  makeLocation('birch-park-3', 'Park', 'birch'),
];

export type Answer = (
  method: string,
  path: string,
  body: unknown,
) => Response | Promise<Response> | undefined;

interface PageOptions {
  user: SessionUser;
  flags: Flag[];
  path?: string;
  width?: number;
  mode?: 'embedded' | 'firebase' | 'off';
  /** Text to wait for before the page counts as loaded; by default the name of the first flag. */
  until?: string | RegExp;
  /** Responses that take precedence over the default ones. */
  answer?: Answer;
}

/**
 * Renders a page for the rest of the test. The test controls the page's server and realtime
 * database.
 */
export async function renderPage(page: ReactElement, options: PageOptions) {
  onTestFinished(() => {
    act(() => {
      realtime.stop();
      bulkActions.reset();
    });
    vi.unstubAllGlobals();
    window.innerWidth = 1024;
  });
  const { user, flags, path = '/flags', width = 1440, mode = 'embedded', answer } = options;
  const { until = flags[0]?.name ?? /^No flags/ } = options;
  history.replaceState(null, '', path);
  window.innerWidth = width;
  const calls: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    const body: unknown = init.body ? JSON.parse(init.body as string) : undefined;
    calls.push({ method, path: url, body });
    const special = answer?.(method, url, body);
    if (special) return special;
    if (url.endsWith('/keys')) return Response.json([]);
    if (url.endsWith('/test')) return Response.json(makeCheck());
    if (url.endsWith('/half-staff'))
      return Response.json({
        engine: { isOn: false },
        should: { source: { kind: 'none' } },
        hold: null,
        coming: [],
      });
    if (url.includes('/history?'))
      return Response.json({ points: [], presence: [], positions: [] });
    if (url.endsWith('/uptime')) return Response.json({ days: [] });
    if (url === '/api/moves/plans') return Response.json(planAnswer(body as MovePlanCreate, flags));
    if (url === '/api/moves')
      return Response.json(method === 'GET' ? [] : moveAnswer(body as MoveCreate));
    const one = flags.find(({ id }) => url === `/api/flags/${id}`);
    if (one) return Response.json(one);
    if (url.startsWith('/api/flags/places'))
      return Response.json(answerPlaces(flags, url, scopeOf(user, 'flag.read')?.kind === 'all'));
    if (url.startsWith('/api/flags')) return Response.json(answerFlags(flags, url));
    if (url.startsWith('/api/locations?')) return Response.json(pageOf(LOCATIONS, url));
    if (url.startsWith('/api/companies?')) return Response.json(pageOf(COMPANIES, url));
    if (url === '/api/companies/acme') return Response.json(COMPANIES[0]);
    return new Response('Not found', { status: 404 });
  });
  const transport = new FakeTransport();
  realtime.connectBy(() => Promise.resolve(transport));
  const client = createQueryClient();
  client.setQueryData(KEYS.config, config(mode));
  client.setQueryData(KEYS.user, user);
  const view = render(
    <QueryClientProvider client={client}>
      {page}
      <PatientToaster />
    </QueryClientProvider>,
  );
  await screen.findByText(until);
  if (mode === 'embedded') transport.setConnected(true);
  return { ...view, client, transport, calls, person: userEvent.setup({ delay: null }) };
}
