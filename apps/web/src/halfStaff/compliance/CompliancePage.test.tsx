import type { ComplianceRow } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
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

const HEAD = { head: `12:${'a'.repeat(64)}`, at: NOON };
const ROWS = [
  row('1'),
  row('2', {
    raised: null,
    outcome: 'late',
    deviationMinutes: 72.5,
    interventions: [{ by: 'kim', why: 'Ceremony', at: SUNRISE }],
  }),
];

test('the compliance page shows how each pole followed a day, in its own time zone, and who intervened', async () => {
  serve({
    'GET /api/half-staff/compliance/source/day%3A2026-05-25': () => ({ body: ROWS }),
    'GET /api/half-staff/ledger-head': () => ({ body: HEAD }),
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
    /Ceremony \(kim, May 25, 2026, 5:48 AM EDT\).*–LateIn another position for 72.5 min/,
  );
  expect(screen.getAllByText('1 of 2 on time · 1 late')[0]).toBeVisible();
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/api/half-staff/compliance/source/day%3A2026-05-25/csv',
  );
});

test('the compliance page prints every row and the ledger head, however printing is started', async () => {
  const many = Array.from({ length: 30 }, (_, index) => row(String(index)));
  serve({
    'GET /api/half-staff/compliance/source/order%3Ao1': () => ({ body: many }),
    'GET /api/half-staff/ledger-head': () => ({ body: HEAD }),
  });
  renderWith(<CompliancePage />, {
    user: testUser(),
    path: '/half-staff/proof?source=order:o1',
  });
  const paper = await screen.findByRole('region', { name: 'Compliance report' });
  expect(paper).toHaveTextContent(/Half-staff compliance report.*Memorial Day/);
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(30);
  expect(paper).toHaveClass('hidden', 'print:block');
  await waitFor(() => expect(paper).toHaveTextContent(HEAD.head));
  // The browser in these tests cannot print.
  window.print = vi.fn();
  await userEvent.click(screen.getByRole('button', { name: 'Print report' }));
  expect(window.print).toHaveBeenCalledOnce();
});

test('the compliance page shows which ledger entries were excluded', async () => {
  const rows = [row('1', { leftOut: [{ entry: 12, minutes: 455.7 }] }), row('2')];
  serve({
    'GET /api/half-staff/compliance/source/order%3Ao1': () => ({ body: rows }),
    'GET /api/half-staff/ledger-head': () => ({ body: HEAD }),
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

test('the compliance page shows a company user their own company, and a master the chosen company', async () => {
  serve({
    'GET /api/half-staff/compliance/company/acme': () => ({ body: [] }),
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
  });
  const path = '/half-staff/proof';
  const own = renderWith(<CompliancePage />, {
    user: testUser({ role: 'company_user', companyId: 'acme' }),
    path,
  });
  expect(await screen.findByText('Nothing yet')).toBeVisible();
  own.unmount();
  renderWith(<CompliancePage />, { user: testUser(), path });
  expect(screen.queryByText('Nothing yet')).toBeNull();
  await userEvent.click(screen.getByLabelText('Company'));
  await userEvent.click(await screen.findByRole('option', { name: 'Acme' }));
  expect(await screen.findByText('Nothing yet')).toBeVisible();
});
