import type { Order, WaitingOrder } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { order } from '@/halfStaff/page/testing/halfStaffPage.tsx';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { TwoApprovals } from './TwoApprovals.tsx';

const LABEL = 'Half-staff orders need two approvals';
const waitingFor = (id: string, waiting: Order): WaitingOrder => ({
  order: waiting,
  companies: [{ id, name: id, poles: 3, mayApprove: true }],
});

async function show(twoApprovals: boolean, waiting: WaitingOrder[] = []) {
  const sent: unknown[] = [];
  const company = { ...makeCompany('acme', 'Acme'), twoApprovals };
  serve({
    'GET /api/companies/acme': () => ({ body: company }),
    'GET /api/half-staff/second-approvals': () => ({ body: waiting }),
    'PATCH /api/companies/acme': (body) => {
      sent.push(body);
      return { body: { ...company, ...(body as object) } };
    },
  });
  const user = testUser({ role: 'company_user', companyId: 'acme' });
  renderWith(<TwoApprovals user={user} companyId="acme" />, { user });
  await screen.findByRole('switch', { name: LABEL });
  return { person: userEvent.setup({ delay: null }), sent };
}

describe('the switch for second approvals', () => {
  test('turns on immediately', async () => {
    const { person, sent } = await show(false);
    await person.click(screen.getByRole('switch', { name: LABEL }));
    expect(await screen.findByText('Half-staff orders now need two approvals')).toBeVisible();
    expect(sent).toEqual([{ twoApprovals: true }]);
  });

  test('turns off immediately if no order is waiting for a second approval', async () => {
    const { person, sent } = await show(true, [waitingFor('other', order('o1', 'Mourning'))]);
    await person.click(screen.getByRole('switch', { name: LABEL }));
    await waitFor(() => expect(sent).toEqual([{ twoApprovals: false }]));
  });

  test('lists the orders that will take effect if the switch is turned off, and lets the user cancel', async () => {
    const { person, sent } = await show(true, [waitingFor('acme', order('o1', 'Mourning'))]);
    await person.click(screen.getByRole('switch', { name: LABEL }));
    const ask = await screen.findByRole('alertdialog');
    expect(ask).toHaveTextContent(
      '1 order is waiting for a second approval. If you continue, it will take effect immediately.Mourning',
    );
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await person.click(screen.getByRole('switch', { name: LABEL }));
    await person.click(await screen.findByRole('button', { name: 'Turn off' }));
    await waitFor(() => expect(sent).toEqual([{ twoApprovals: false }]));
  });

  test('is hidden from users who are not allowed to change it', async () => {
    serve({ 'GET /api/companies/acme': () => ({ body: makeCompany('acme', 'Acme') }) });
    const user = testUser({ role: 'employee', companyId: 'acme' });
    renderWith(<TwoApprovals user={user} companyId="acme" />, { user });
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
