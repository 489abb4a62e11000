import type { Activity, ActivityPage as Answered } from '@halyard/domain';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeEmployee } from '@/testing/people.ts';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import ActivityPage from './ActivityPage.tsx';

const AT = Date.UTC(2026, 10, 20, 14, 2, 10);
const entry = (id: number, changes: Partial<Activity> = {}): Activity => ({
  id,
  at: AT,
  kind: 'flag.command',
  outcome: 'confirmed',
  actor: { kind: 'person', id: 'ann', name: 'ann' },
  channel: 'live',
  address: '198.51.100.7',
  companyId: 'acme',
  company: 'Acme',
  flagId: 'f1',
  subject: 'Main Pole',
  detail: { position: 'half', seconds: 4.2 },
  ...changes,
});
const answer = (entries: Activity[], rest: Partial<Answered> = {}): ReturnType<Handler> => ({
  body: { entries, next: null, searchedTo: null, ...rest },
});

const PLACES: Record<string, Handler> = {
  'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
  'GET /api/users': () => ({ body: [makeEmployee('kim', 'Kim Doe')] }),
};
const wide = () => {
  window.innerWidth = 1440;
};

test('the activity page shows who moved which pole, from where and with what result, and filters by a name that the user clicks', async () => {
  wide();
  serve({
    ...PLACES,
    'GET /api/activity': () =>
      answer([
        entry(3),
        entry(4, { detail: { position: null, seconds: 2 } }),
        entry(2, {
          outcome: 'refused',
          channel: 'console',
          detail: { lamp: true, cause: 'Locked by kim' },
        }),
        entry(1, {
          kind: 'session.refused',
          outcome: 'refused',
          actor: { kind: 'unknown', id: null, name: 'Someone' },
          flagId: null,
          subject: 'ann',
          detail: { cause: 'wrong password' },
        }),
      ]),
  });
  renderWith(<ActivityPage />, { user: testUser(), path: '/activity' });
  const table = await screen.findByRole('table', { name: 'Activity' });
  const [, first, stopped, second, third] = within(table).getAllByRole('row');
  expect(stopped).toHaveTextContent(/annStopMain PoleAcmeStopped after 2 s/);
  expect(stopped).not.toHaveTextContent('Confirmed');
  expect(first).toHaveTextContent(
    /annHalf-staffMain PoleAcmeConfirmed after 4.2 secConsole \(realtime\)198\.51\.100\.7/,
  );
  expect(second).toHaveTextContent(/Lamp on.*Rejected: Locked by kim/);
  expect(third).toHaveTextContent(/SomeoneSign-in failedann.*Rejected: wrong password/);
  const [moment] = within(table).getAllByText(/14|Nov/);
  expect(moment).toHaveAttribute('title', expect.stringContaining('2026'));
  expect(within(first!).getByRole('link', { name: 'ann' })).toHaveAttribute(
    'href',
    '/activity?who=ann',
  );
  expect(within(first!).getByRole('link', { name: 'Main Pole' })).toHaveAttribute(
    'href',
    '/activity?flag=f1',
  );
});

test('the activity page reads its filters from the URL, and exports the filtered entries as CSV', async () => {
  wide();
  const path = '/activity?what=commands&outcome=refused&who=kim&flag=f1&company=acme&q=rope';
  const filter = 'q=rope&category=commands&outcome=refused&who=kim&flagId=f1&companyId=acme';
  serve({ ...PLACES, [`GET /api/activity?${filter}`]: () => answer([entry(1)]) });
  const { history } = renderWith(<ActivityPage />, { user: testUser(), path });
  expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    `/api/activity/csv?${filter}`,
  );
  expect(screen.getByLabelText('What')).toHaveTextContent('Commands');
  expect(await screen.findByText('kim', { selector: 'button *' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Only Main Pole' }));
  expect(history.at(-1)).not.toContain('flag=');
});

test("the activity page filters by position, and by a range of dates in the user's time zone", async () => {
  wide();
  const from = new Date(2026, 10, 3).getTime();
  const until = new Date(2026, 10, 6).getTime();
  serve({
    ...PLACES,
    'GET /api/activity': () => answer([]),
    'GET /api/activity?position=half': () => answer([]),
    [`GET /api/activity?from=${from}&position=half`]: () => answer([]),
    [`GET /api/activity?from=${from}&until=${until}&position=half`]: () => answer([entry(1)]),
  });
  const { history } = renderWith(<ActivityPage />, { user: testUser(), path: '/activity' });
  const choose = async (label: string, option: string) => {
    await userEvent.click(await screen.findByLabelText(label));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Position', 'Half');
  await choose('When', 'Custom range');
  fireEvent.change(screen.getByLabelText('From', { selector: 'input' }), {
    target: { value: '2026-11-03' },
  });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-05' } });
  expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible();
  expect(history.at(-1)).toContain('position=half');
  expect(history.at(-1)).toContain('within=dates&from=2026-11-03&to=2026-11-05');
});

test('the activity page puts the selected filters into the URL', async () => {
  wide();
  serve({
    ...PLACES,
    'GET /api/activity': () => answer([entry(1)]),
    'GET /api/activity?who=half-staff': () => answer([]),
  });
  const { history } = renderWith(<ActivityPage />, { user: testUser(), path: '/activity' });
  await userEvent.click(await screen.findByLabelText('Who'));
  await userEvent.click(await screen.findByRole('option', { name: 'Autopilot' }));
  expect(history.at(-1)).toBe('/activity?who=half-staff');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible();
});

test('the activity page shows how far back it searched, and searches further back when the user asks for more', async () => {
  wide();
  serve({
    ...PLACES,
    'GET /api/activity?q=rope': () => answer([], { next: '5.5', searchedTo: AT }),
    'GET /api/activity?q=rope&after=5.5': () => answer([entry(1)]),
  });
  renderWith(<ActivityPage />, { user: testUser(), path: '/activity?q=rope' });
  expect(await screen.findByRole('status', { name: '' })).toHaveTextContent(/Searched back to/);
  await userEvent.click(screen.getByRole('button', { name: 'Search further back' }));
  expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Search further back' })).toBeNull();
});

test('on a small screen, the activity page of a company user shows cards and has no company filter', async () => {
  window.innerWidth = 390;
  serve({
    'GET /api/users/company/acme': () => ({ body: [] }),
    'GET /api/activity': () => answer([entry(1)]),
  });
  renderWith(<ActivityPage />, {
    user: testUser({ role: 'company_user', companyId: 'acme' }),
    path: '/activity',
  });
  const cards = await screen.findByRole('list', { name: 'Activity' });
  expect(within(cards).getByRole('heading', { name: 'Half-staff' })).toBeVisible();
  expect(screen.queryByLabelText('Company')).toBeNull();
});

test('the activity page shows why loading failed, and lets the user retry', async () => {
  wide();
  let tries = 0;
  serve({
    ...PLACES,
    'GET /api/activity': () =>
      tries++ === 0 ? { status: 503, body: 'Away.' } : answer([entry(1)]),
  });
  renderWith(<ActivityPage />, { user: testUser(), path: '/activity' });
  expect(await screen.findByRole('alert')).toHaveTextContent('Away.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'Activity' })).toBeVisible();
});
