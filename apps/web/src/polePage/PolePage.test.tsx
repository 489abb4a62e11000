import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { makeFlag, makeUser } from '@/flags/testing/flags.ts';
import { renderPage } from '@/flags/testing/renderPage.tsx';
import PolePage from './PolePage.tsx';

// These parts make calls that this test does not handle.
vi.mock('./PoleFacts.tsx', () => ({ PoleFacts: () => null, TABS_ID: 'tabs' }));
vi.mock('./PoleTabs.tsx', () => ({ PoleTabs: () => null }));
vi.mock('@/halfStaff/polePanel/PolePanel.tsx', () => ({ PolePanel: () => null }));

test("a pole's page says that the pole does not exist once another user has deleted its flag", async () => {
  const flag = makeFlag({ id: 'gate', name: 'Gate' });
  let isDeleted = false;
  const { client } = await renderPage(
    <Route path="/flags/:id">
      <PolePage />
    </Route>,
    {
      user: makeUser('master'),
      flags: [flag],
      path: '/flags/gate',
      answer: (_method, path) =>
        isDeleted && path === '/api/flags/gate'
          ? new Response('Flag not found', { status: 404 })
          : undefined,
    },
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Gate' })).toBeVisible();
  isDeleted = true;
  await act(() => client.refetchQueries({ queryKey: ['/api/flags', 'gate'] }));
  expect(await screen.findByRole('heading', { level: 1, name: /not found/i })).toBeVisible();
});
