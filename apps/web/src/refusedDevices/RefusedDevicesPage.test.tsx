import type { RefusedDevice } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import RefusedDevicesPage from './RefusedDevicesPage.tsx';

const make = (id: string, changes: Partial<RefusedDevice> = {}): RefusedDevice => ({
  id,
  reason: 'unknown-key',
  flag: null,
  company: null,
  path: 'users/company-a/hardware/GATE-1',
  detail: '20',
  address: '192.0.2.7',
  count: 1200,
  firstAt: Date.now(),
  lastAt: Date.now(),
  ...changes,
});

const show = (first: object, more: Record<string, object> = {}) => {
  serve({
    'GET /api/refused-devices': () => ({ body: first }),
    ...Object.fromEntries(
      Object.entries(more).map(([cursor, body]) => [
        `GET /api/refused-devices?before=${cursor}`,
        () => ({ body }),
      ]),
    ),
  });
  renderWith(<RefusedDevicesPage />, {
    user: testUser({ role: 'master' }),
    path: '/refused-devices',
  });
};

test('for each rejected device, the list shows the reason, the IP address, the number of rejections and what to do, and links to the checklist', async () => {
  const known = make('2', {
    reason: 'malformed',
    detail: 'reported/lamp',
    flag: { id: 'f1', name: 'Gate' },
    company: 'Acme',
    lastAt: Date.now() - 1000,
  });
  show({ devices: [make('1'), known], next: null, isWatched: true });
  const table = await screen.findByRole('table', { name: 'Rejected devices' });
  const [, unknown, malformed] = within(table).getAllByRole('row');
  expect(unknown).toHaveTextContent(
    /GATE-1.*Unknown key \(20 characters\).*has 43 characters.*192\.0\.2\.7.*1,200/,
  );
  expect(malformed).toHaveTextContent(/Gate.*Acme.*Invalid report: reported\/lamp/);
  expect(within(malformed!).getByRole('link', { name: 'Gate' })).toHaveAttribute(
    'href',
    '/flags?dialog=test:f1',
  );
  expect(within(unknown!).queryByRole('link')).toBeNull();
});

test('the list of rejected devices adds the next devices after a click on Load more', async () => {
  show(
    { devices: [make('1')], next: 'c1', isWatched: true },
    { c1: { devices: [make('9', { address: '192.0.2.9' })], next: null, isWatched: true } },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('192.0.2.9')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('the list of rejected devices explains that a Firebase project does not report rejected devices', async () => {
  show({ devices: [], next: null, isWatched: false });
  expect(await screen.findByText(/doesn’t report rejected devices/)).toBeVisible();
});
