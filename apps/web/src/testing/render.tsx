import type { AppConfig, SessionUser } from '@halyard/domain';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { TooltipGroup } from '@/components/ui/Tooltip.tsx';
import { configQuery, createQueryClient } from '@/lib/api/query.ts';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { PatientToaster } from './PatientToaster.tsx';

export function testUser(overrides: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 'u1',
    username: 'pat',
    role: 'master',
    email: 'pat@example.org',
    phone: '5125550100',
    firstName: 'Pat',
    lastName: 'Lee',
    companyId: null,
    locationId: null,
    allCompanies: false,
    mayMovePoles: true,
    temporary: false,
    secondFactorMissing: false,
    session: { key: 'session-1', expiresAt: Number.MAX_SAFE_INTEGER, idleMs: 14 * 86_400_000 },
    confirmedEmail: 'pat@example.org',
    mailsSignIns: true,
    halfStaffMails: { begins: true, ends: true, orders: true, drafts: true },
    ...overrides,
  };
}

export function testConfig(overrides: Partial<AppConfig> = {}): AppConfig {
  return {
    productName: 'Halyard',
    publicUrl: null,
    setupNeeded: false,
    signedIn: true,
    demo: null,
    signIn: { system: null, companies: false },
    realtime: { mode: 'off' },
    offlineApp: true,
    help: true,
    version: '0.0.0',
    ...overrides,
  };
}

interface Surroundings {
  /** The signed-in user; null if nobody is signed in; undefined if not known yet. */
  user?: SessionUser | null;
  /** The server's configuration; null if not known yet. */
  config?: AppConfig | null;
  path?: string;
}

export interface Rendered extends RenderResult {
  client: QueryClient;
  /** Every path that was shown, ending with the current one. */
  history: string[];
  navigate: (path: string) => void;
}

/** Renders inside a query cache, an in-memory router, tooltips and toasts. */
export function renderWith(
  children: ReactNode,
  { user, config = testConfig(), path = '/' }: Surroundings = {},
): Rendered {
  const client = createQueryClient();
  if (config) client.setQueryData(configQuery().queryKey, config);
  if (user !== undefined) client.setQueryData(currentUserQuery().queryKey, user);
  const location = memoryLocation({ path, record: true });
  const result = render(
    <QueryClientProvider client={client}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        <TooltipGroup>
          {children}
          <PatientToaster />
        </TooltipGroup>
      </Router>
    </QueryClientProvider>,
  );
  return { ...result, client, history: location.history, navigate: location.navigate };
}
