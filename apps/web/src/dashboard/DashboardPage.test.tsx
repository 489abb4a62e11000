import type { Role } from '@halyard/domain';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeFlag, makeUser, node, silentNode } from '@/flags/testing/flags.ts';
import { renderPage } from '@/flags/testing/renderPage.tsx';
import { realtime } from '@/lib/realtime/realtime.ts';
import DashboardPage from './DashboardPage.tsx';

afterEach(() => {
  act(() => realtime.stop());
  vi.unstubAllGlobals();
});

const card = (title: string) =>
  screen.getByRole('heading', { name: title }).parentElement?.parentElement;

describe('the dashboard (spec §2)', () => {
  it('sums up in four cards, and follows live values', async () => {
    const flags = [
      makeFlag({ id: 'a', flagId: 'a', name: 'Weak' }, node({ voltage: 39.9 })),
      makeFlag({ name: 'Gone', companyId: 'birch', company: 'Birch' }, silentNode(900)),
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
    expect(card('Alerts')).toHaveTextContent('Alerts11 voltage alert');
    transport.at('users/company-acme/hardware').value('a', node({ voltage: 42 }));
    await waitFor(() => expect(card('Alerts')).toHaveTextContent('Alerts00 voltage alerts'), {
      timeout: 3000,
    });
  });

  it('orders by company name, and has no Actions column', async () => {
    const flags = [
      makeFlag({ name: 'A', company: 'Zeta' }),
      makeFlag({ name: 'B', company: 'Acme' }),
    ];
    await renderPage(<DashboardPage />, { user: makeUser('master'), flags, path: '/' });
    const rows = screen.getAllByRole('row').slice(2);
    expect(rows.map((row) => row.getAttribute('aria-label'))).toEqual(['B', 'A']);
    expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
    expect(screen.getByText('Master Controls')).toBeVisible();
  });

  it('claims no numbers where the flags could not be loaded', async () => {
    await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [makeFlag({ name: 'The flags could not be loaded' })],
      path: '/',
      answer: (_method, path) =>
        path === '/api/flags' ? new Response('No', { status: 503 }) : undefined,
    });
    expect(card('Total Flags')).toHaveTextContent(/^Total Flags–$/);
    expect(card('Alerts')).toHaveTextContent(/^Alerts–$/);
  });

  it('says so where there are no flags', async () => {
    await renderPage(<DashboardPage />, {
      user: makeUser('master'),
      flags: [],
      path: '/',
      answer: (_method, path) => (path === '/api/flags' ? undefined : Response.json([])),
    });
    expect(screen.getByText('No flags to display')).toBeVisible();
    expect(screen.getByText('Flags will appear here once they are created.')).toBeVisible();
    await waitFor(() => expect(card('Locations')).toHaveTextContent('Locations0no companies'));
    expect(card('Total Flags')).toHaveTextContent('Total Flags0no locations');
    expect(card('Active Flags')).toHaveTextContent('Active Flags00% uptime');
    expect(screen.queryByRole('img', { name: /target/ })).toBeNull();
  });
});

describe('Auto Half Mass', () => {
  const flags = [makeFlag({ name: 'One' })];
  const named = { name: 'Auto Half Mass' };

  it.each<[Role, 'enabled' | 'disabled' | 'none']>([
    ['master', 'none'],
    ['company_user', 'enabled'],
    ['location_user', 'disabled'],
    ['employee', 'disabled'],
  ])('%s: %s', async (role, state) => {
    await renderPage(<DashboardPage />, { user: makeUser(role), flags, path: '/' });
    if (state === 'none') expect(screen.queryByRole('switch', named)).toBeNull();
    else if (state === 'disabled') expect(screen.getByRole('switch', named)).toBeDisabled();
    else await waitFor(() => expect(screen.getByRole('switch', named)).toBeEnabled());
  });

  it('is none for an account without a company', async () => {
    const user = makeUser('employee', { companyId: null, allCompanies: true });
    await renderPage(<DashboardPage />, { user, flags, path: '/' });
    expect(screen.queryByRole('switch', named)).toBeNull();
  });

  it.each([
    [200, 'The setting has been updated successfully.'],
    [503, 'Failed to update Auto Half Mass setting.'],
  ])('a PATCH answered with %d says: %s', async (status, text) => {
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
