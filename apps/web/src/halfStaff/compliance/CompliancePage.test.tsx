import type { ComplianceRow } from '@halyard/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { COMPLIANCE_HEAD } from '@/testing/compliance.ts';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import CompliancePage from './CompliancePage.tsx';

const SUNRISE = Date.UTC(2026, 4, 25, 9, 48);
const NOON = Date.UTC(2026, 4, 25, 16);
const row = (id: string, changes: Partial<ComplianceRow> = {}): ComplianceRow => ({
  sourceKey: 'day:2026-05-25',
  title: 'Memorial Day',
  pole: { id, name: `Pole ${id}`, location: 'City Hall', company: 'Acme', companyId: 'acme' },
  timeZone: 'America/New_York',
  from: SUNRISE,
  until: NOON,
  lowered: SUNRISE,
  raised: NOON,
  outcome: 'on-time',
  deviationMinutes: 0,
  offlineMinutes: 0,
  heldMinutes: 0,
  lockedMinutes: 0,
  leftOut: [],
  interventions: [],
  ...changes,
});

const ROWS = [
  row('1'),
  row('2', {
    raised: null,
    outcome: 'late',
    deviationMinutes: 72.5,
    interventions: [{ by: 'kim', why: 'Ceremony', at: SUNRISE }],
  }),
];

test("the compliance page shows how each pole followed a half-staff day and who intervened, in the pole's time zone", async () => {
  serve({
    'GET /api/half-staff/compliance/source/day%3A2026-05-25': () => ({ body: ROWS }),
  });
  renderWith(<CompliancePage />, {
    user: testUser(),
    path: '/half-staff/proof?source=day:2026-05-25',
  });
  const table = await screen.findByRole('table', { name: 'Compliance' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(
    /Pole 1City HallMemorial DayMay 25, 2026, 5:48 AM EDT – May 25, 2026, 12:00 PM EDT.*On time/,
  );
  expect(second).toHaveTextContent(
    /Ceremony \(kim, May 25, 2026, 5:48 AM EDT\).*–LateNot at half-staff for 1 hr 13 min/,
  );
  expect(screen.getAllByText('1 of 2 on time · 1 late')[0]).toBeVisible();
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/api/half-staff/compliance/source/day%3A2026-05-25/csv',
  );
});

const many = (count: number) => Array.from({ length: count }, (_, index) => row(String(index)));
const show = (rows: readonly ComplianceRow[], path = '') => {
  const served = serve({
    'GET /api/half-staff/compliance/source/order%3Ao1': () => ({ body: rows }),
  });
  renderWith(<CompliancePage />, {
    user: testUser(),
    path: `/half-staff/proof?source=order:o1${path}`,
  });
  return () => served.mock.calls.map(([input]) => String(input));
};

test('the compliance page prints every row and the hash of the latest ledger entry, no matter how printing is started', async () => {
  show(many(30));
  const paper = await screen.findByRole('region', { name: 'Compliance report' });
  expect(paper).toHaveTextContent(/Half-staff compliance report.*Memorial Day/);
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(30);
  expect(paper).toHaveClass('hidden', 'print:block');
  expect(paper).toHaveTextContent(COMPLIANCE_HEAD);
  // The browser in these tests cannot print.
  window.print = vi.fn();
  await userEvent.click(screen.getByRole('button', { name: 'Print report' }));
  expect(window.print).toHaveBeenCalledOnce();
});

test('the compliance page makes one request for a short report, and searches a long one on the server', async () => {
  const short = show([row('1')]);
  expect(await screen.findByText('Pole 1')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Compliance report' })).toBeInTheDocument();
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(short()).toHaveLength(1);
  cleanup();
  const rows = [...many(24), row('x', { outcome: 'late', deviationMinutes: 9 })];
  show(rows, '&page=2');
  const table = await screen.findByRole('table', { name: 'Compliance' });
  const names = () =>
    within(table)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(names()[0]).toBe('Pole 10'));
  expect(screen.getByText('Showing 11-20 of 25 total items')).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'pole 2');
  expect(await screen.findByText('Showing 1-5 of 5 total items')).toBeVisible();
  // The summary and the paper still contain everything.
  expect(screen.getAllByText('24 of 25 on time · 1 late')[0]).toBeVisible();
  await userEvent.click(screen.getByLabelText('Filter by result'));
  await userEvent.click(await screen.findByRole('option', { name: 'Late' }));
  expect(await screen.findByText('No results match the filters')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(await screen.findByText('Showing 1-1 of 1 total items')).toBeVisible();
  await userEvent.click(screen.getByLabelText('Filter by result'));
  await userEvent.click(await screen.findByRole('option', { name: 'Any result' }));
  expect(await screen.findByText('Showing 1-10 of 25 total items')).toBeVisible();
  const paper = screen.getByRole('region', { name: 'Compliance report' });
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(25);
});

test('the compliance page prints only the first part of a very long report, starting with results that were not on time', async () => {
  show([...many(1100), row('late', { outcome: 'late', deviationMinutes: 9 })]);
  const paper = await screen.findByRole('region', { name: 'Compliance report' });
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(1000);
  expect(paper.querySelector('tbody tr')).toHaveTextContent('Pole late');
  expect(paper).toHaveTextContent(
    'Showing 1,000 of 1,101 results, starting with those not on time. Export the report to get all results.',
  );
});

test('the compliance page shows which ledger entries were excluded because the position was correct throughout', async () => {
  const rows = [row('1', { leftOut: [{ entry: 12, minutes: 455.7 }] }), row('2')];
  serve({
    'GET /api/half-staff/compliance/source/order%3Ao1': () => ({ body: rows }),
  });
  renderWith(<CompliancePage />, {
    user: testUser(),
    path: '/half-staff/proof?source=order:o1',
  });
  expect(
    await screen.findByText('1 ledger entry excluded: the position was correct throughout'),
  ).toBeVisible();
  expect(screen.getByRole('list', { name: 'Excluded entries', hidden: true })).toHaveTextContent(
    'Entry 12: Pole 1, 455.7 min',
  );
});

test('the compliance page shows a company user their own company, and a master the selected company', async () => {
  serve({
    'GET /api/half-staff/compliance/company/acme': () => ({ body: [] }),
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
  });
  const path = '/half-staff/proof';
  const own = renderWith(<CompliancePage />, {
    user: testUser({ role: 'company_user', companyId: 'acme' }),
    path,
  });
  expect(await screen.findByText('No results yet')).toBeVisible();
  own.unmount();
  renderWith(<CompliancePage />, { user: testUser(), path });
  expect(screen.queryByText('No results yet')).toBeNull();
  await userEvent.click(screen.getByLabelText('Company'));
  await userEvent.click(await screen.findByRole('option', { name: 'Acme' }));
  expect(await screen.findByText('No results yet')).toBeVisible();
});
