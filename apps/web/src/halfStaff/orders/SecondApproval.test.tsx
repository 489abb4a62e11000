import type { OrderPreview, WaitingOrder } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  companyUser,
  master,
  NOON,
  order,
  PREVIEW,
  reachOf,
  show,
} from '../page/testing/halfStaffPage.tsx';

const approved = order('o1', 'Mourning', {
  status: 'approved',
  approvedBy: 'pat',
  approvedAt: NOON,
  version: 2,
});
const waits = (mayApprove: boolean): WaitingOrder[] => [
  { order: approved, companies: [{ id: 'acme', name: 'Acme', poles: 3, mayApprove }] },
];
const EFFECT: OrderPreview = { ...PREVIEW, ...reachOf({ moves: ['1', '2'], offline: ['3'] }) };

async function open(waiting: WaitingOrder[], user = companyUser) {
  const sent: unknown[] = [];
  let present = waiting;
  const person = await show(
    {
      'GET /api/half-staff/orders': () => ({ body: [approved] }),
      'GET /api/half-staff/second-approvals': () => ({ body: present }),
      'GET /api/half-staff/orders/o1/versions': () => ({
        body: [
          {
            ...{ at: NOON, by: 'pat', order: approved },
            secondApprovals:
              present.length > 0
                ? []
                : [{ companyId: 'acme', company: 'Acme', by: 'lee', at: NOON }],
          },
        ],
      }),
      'POST /api/half-staff/preview': (body) => ({
        body: Object.hasOwn(body as object, 'secondApprovalOf') ? EFFECT : PREVIEW,
      }),
      'POST /api/half-staff/orders/o1/second-approval': (body) => {
        sent.push(body);
        present = [];
        return { body: approved };
      },
    },
    user,
  );
  return { person, sent };
}

describe('an order that needs a second approval', () => {
  test('is listed on the half-staff page, and shows the effect of a second approval before the user gives it', async () => {
    const { person, sent } = await open(waits(true));
    const notice = screen.getByRole('region', { name: 'Waiting for a second approval' });
    expect(notice).toHaveTextContent('MourningAcme (3 poles)');
    await person.click(within(notice).getByRole('link', { name: 'Review Mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(within(view).getByText('Waiting for a second approval: Acme (3 poles)')).toBeVisible();
    const effect = within(view).getByRole('region', { name: 'Effect of your approval' });
    await within(effect).findByText('Applies to 3 poles; 2 will move, 1 offline.');
    await person.click(within(view).getByRole('button', { name: 'Give second approval' }));
    expect(await screen.findByText('Second approval given')).toBeVisible();
    expect(sent).toEqual([{ version: 2, revision: 4, companyIds: ['acme'] }]);
    expect(await within(view).findByText(/^lee, .*\(Acme\)$/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Waiting for a second approval' })).toBeNull();
    expect(within(view).queryByText(/^Waiting for/)).toBeNull();
  });

  test('tells the user who gave the first approval that someone else must give the second', async () => {
    const { person } = await open(waits(false), master);
    const notice = screen.getByRole('region', { name: 'Waiting for a second approval' });
    expect(notice).toHaveTextContent('Someone else must approve for Acme.');
    await person.click(await screen.findByRole('button', { name: 'Mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(within(view).getByText('Someone else must approve for Acme.')).toBeVisible();
    expect(within(view).queryByRole('button', { name: 'Give second approval' })).toBeNull();
    expect(within(view).queryByRole('region', { name: 'Effect of your approval' })).toBeNull();
  });

  test("shows, before the first approval, which companies' poles will wait for the second", async () => {
    const preview = {
      ...{ ...PREVIEW, ...reachOf({ moves: ['1'], waits: ['2', '3'] }) },
      waiting: [{ id: 'acme', name: 'Acme', poles: 2 }],
    };
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: [order('o1', 'Mourning')] }),
      'POST /api/half-staff/preview': () => ({ body: preview }),
    });
    await person.click(await screen.findByRole('button', { name: 'Mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(await within(view).findByText('Approve and lower 1 pole')).toBeVisible();
    expect(view).toHaveTextContent(
      'Applies to 3 poles; 1 will move, 2 are waiting for a second approval.',
    );
    expect(
      within(view).getByText('2 poles at Acme are waiting for a second approval.'),
    ).toBeVisible();
  });
});
