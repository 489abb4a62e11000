import type { ComplianceRow } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import ProofPage from './ProofPage.tsx';

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
  deviationMinutes: 0,
  interventions: [],
  ...changes,
});

const ROWS = [
  row('1'),
  row('2', {
    raised: null,
    deviationMinutes: 72.5,
    interventions: [{ by: 'kim', why: 'Ceremony', at: SUNRISE }],
  }),
];

it('tells how each pole kept to a day, by its own clock, with who intervened', async () => {
  serve({ 'GET /api/half-staff/compliance/source/day%3A2026-05-25': () => ({ body: ROWS }) });
  renderWith(<ProofPage />, { user: testUser(), path: '/half-staff/proof?source=day:2026-05-25' });
  const table = await screen.findByRole('table', { name: 'Proof' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(
    /Pole 1City HallMemorial DayMay 25, 2026, 5:48 AM EDT – May 25, 2026, 12:00 PM EDT.*None/,
  );
  expect(second).toHaveTextContent(/Ceremony \(kim, May 25, 2026, 5:48 AM EDT\).*–72.5 min/);
  expect(
    screen.getAllByText(
      '1 of 2 times that 2 poles should have been at half-staff were kept within 5 minutes.',
    )[0],
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/api/half-staff/compliance/source/day%3A2026-05-25/csv',
  );
});

it('has every row ready for the printer, however the print is started', async () => {
  const many = Array.from({ length: 30 }, (_, index) => row(String(index)));
  serve({ 'GET /api/half-staff/compliance/source/order%3Ao1': () => ({ body: many }) });
  renderWith(<ProofPage />, { user: testUser(), path: '/half-staff/proof?source=order:o1' });
  const paper = await screen.findByRole('region', { name: 'Certificate' });
  expect(paper).toHaveTextContent(/Certificate of Half-Staff.*Memorial Day/);
  expect(paper.querySelectorAll('tbody tr')).toHaveLength(30);
  expect(paper).toHaveClass('hidden', 'print:block');
  // The browser of these tests cannot print.
  window.print = vi.fn();
  await userEvent.click(screen.getByRole('button', { name: 'Print Certificate' }));
  expect(window.print).toHaveBeenCalledOnce();
});

it('is about its own company for a company user, and about the one that a master chooses', async () => {
  serve({
    'GET /api/half-staff/compliance/company/acme': () => ({ body: [] }),
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
  });
  const path = '/half-staff/proof';
  const own = renderWith(<ProofPage />, {
    user: testUser({ role: 'company_user', companyId: 'acme' }),
    path,
  });
  expect(await screen.findByText('Nothing to prove yet')).toBeVisible();
  own.unmount();
  renderWith(<ProofPage />, { user: testUser(), path });
  expect(screen.queryByText('Nothing to prove yet')).toBeNull();
  await userEvent.click(screen.getByLabelText('Company'));
  await userEvent.click(await screen.findByRole('option', { name: 'Acme' }));
  expect(await screen.findByText('Nothing to prove yet')).toBeVisible();
});
