import type { Alert, AlertCondition } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { Problems } from './Problems.tsx';

const alertOf = (name: string, condition: AlertCondition, since = Date.now()): Alert => ({
  id: name,
  condition,
  pole: {
    id: name,
    name,
    locationId: 'yard',
    location: 'Yard',
    company: 'Acme',
    companyId: 'acme',
  },
  cause: 'Cause',
  since,
  endedAt: null,
  toldAt: null,
  neighbors: null,
  otherConditions: [],
});

test('the list of problems shows flags in a wrong position first, then offline poles, then other problems, newest first', async () => {
  const alerts = [
    alertOf('Newer', 'voltage'),
    alertOf('Silent', 'offline'),
    alertOf('Older', 'voltage', Date.now() - 60_000),
    alertOf('Wrong', 'wrong-position'),
  ];
  serve({ 'GET /api/alerts': () => ({ body: alerts }) });
  renderWith(<Problems namesPlace />, { user: testUser() });
  const region = await screen.findByRole('region', { name: 'Problems' });
  const links = within(region)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(links).toEqual(['Wrong', 'Silent', 'Newer', 'Older', '+3']);
});

test('the list of problems shows three problems and a link to the rest if there are more than four', async () => {
  const alerts = ['A', 'B', 'C', 'D', 'E'].map((name) => alertOf(name, 'offline'));
  serve({ 'GET /api/alerts': () => ({ body: alerts }) });
  renderWith(<Problems namesPlace />, { user: testUser() });
  const region = await screen.findByRole('region', { name: 'Problems' });
  expect(within(region).getAllByRole('listitem')).toHaveLength(3);
  expect(within(region).getByRole('link', { name: '2 more poles with problems' })).toHaveAttribute(
    'href',
    '/alerts',
  );
});

test('the list of problems shows all problems of a pole in a single row, the most urgent first', async () => {
  const alerts = [{ ...alertOf('Silent', 'offline'), otherConditions: ['voltage'] }];
  let asked: URLSearchParams | undefined;
  serve({
    'GET /api/alerts': (_, url) => {
      asked = url.searchParams;
      return { body: alerts };
    },
  });
  renderWith(<Problems namesPlace />, { user: testUser() });
  const region = await screen.findByRole('region', { name: 'Problems' });
  expect(within(region).getAllByRole('listitem')).toHaveLength(1);
  expect(region).toHaveTextContent('Offline · Voltage out of range');
  expect(asked?.get('perPole')).toBe('true');
});

test('the list of problems says why a pole is probably offline, based on the other poles at its location', async () => {
  const alerts = [{ ...alertOf('Silent', 'offline'), neighbors: { all: 3, offline: 0 } }];
  serve({ 'GET /api/alerts': () => ({ body: alerts }) });
  renderWith(<Problems namesPlace />, { user: testUser() });
  const region = await screen.findByRole('region', { name: 'Problems' });
  expect(region).toHaveTextContent('Likely a problem with this pole’s power or antenna.');
  expect(region).toHaveTextContent('under 1 min');
});
