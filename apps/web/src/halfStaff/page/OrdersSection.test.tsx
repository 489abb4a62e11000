import { addDays, localDate, type Order } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { companyUser, NOON, order, PREVIEW, pole, show } from './testing/halfStaffPage.tsx';

describe('the order form', () => {
  test("lists the missing fields of a draft, and shows the order's effect before approval", async () => {
    const sent: Record<string, unknown>[] = [];
    let stored: Order[] = [];
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: stored }),
      'POST /api/half-staff/orders': (body) => {
        sent.push(body as Record<string, unknown>);
        stored = [order('o1', 'Death of a former President')];
        return { status: 201, body: stored[0] };
      },
      'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      'POST /api/half-staff/orders/o1/approve': (body) => {
        sent.push(body as Record<string, unknown>);
        stored = [
          order('o1', 'Death of a former President', {
            status: 'approved',
            approvedBy: 'pat',
            approvedAt: NOON,
          }),
        ];
        return { body: stored[0] };
      },
    });
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    for (const label of ['Starts on', 'Ends on']) {
      const date = within(form).getByLabelText(label);
      expect(date).toHaveValue(localDate(Date.now()));
      await person.clear(date);
    }
    await person.click(within(form).getByRole('button', { name: 'Save draft' }));
    const said = await within(form).findAllByRole('alert');
    expect(said.map((alert) => alert.textContent)).toEqual([
      'Reason is required',
      'Date is required',
      'Date is required',
    ]);
    await person.type(within(form).getByLabelText('Reason'), 'Death of a former President');
    await person.type(within(form).getByLabelText('Starts on'), '2026-12-10');
    await person.type(within(form).getByLabelText('Ends on'), '2026-12-12');
    await person.click(within(form).getByRole('button', { name: 'Save draft' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(sent[0]).toMatchObject({
      authority: 'president',
      kind: 'half',
      reason: 'Death of a former President',
      scope: { kind: 'all' },
      starts: { kind: 'sunrise', date: '2026-12-10' },
      ends: { kind: 'sunset', date: '2026-12-12' },
    });
    const effects = within(view).getByRole('region', { name: 'Effect' });
    await within(effects).findByText('Applies to 11 poles; 8 will move, 2 stay down, 1 offline.');
    expect(effects).toHaveTextContent(
      'New York · 11 polesDec 10, 2026, 7:10–7:25 AM EST – open-ended',
    );
    expect(effects).toHaveTextContent('Offline; will follow after reconnecting (1): Pole 7');
    expect(effects).toHaveTextContent('Auto Half Mast is off (3): Pole x1, Pole x2, Pole x3');
    await person.click(within(view).getByRole('button', { name: 'Approve and lower 8 poles' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await screen.findByText('8 poles will move to half-staff.')).toBeVisible();
    expect(await within(view).findByText('Approved', { selector: 'span' })).toBeVisible();
    expect(sent[1]).toEqual({ revision: 4 });
  });

  test("selects the governor's whole state until the user picks poles", async () => {
    const person = await show({ 'GET /api/half-staff/orders': () => ({ body: [] }) });
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    const choose = async (field: string, option: string) => {
      await person.click(within(form).getByRole('combobox', { name: field }));
      await person.click(await screen.findByRole('option', { name: option }));
    };
    const scope = () => within(form).getByRole('combobox', { name: 'Applies to' });
    expect(scope()).toHaveTextContent('All poles');
    await choose('Ordered by', 'Governor');
    expect(scope()).toHaveTextContent('States');
    expect(within(form).getByRole('checkbox', { name: 'Virginia' })).not.toBeChecked();
    await choose('Ordered by', 'City');
    expect(scope()).toHaveTextContent('Locations');
    await choose('Applies to', 'Companies');
    await choose('Ordered by', 'Governor');
    expect(scope()).toHaveTextContent('Companies');
  });

  test('asks for confirmation before approval if the effect is unknown', async () => {
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: [order('o1', 'Mourning')] }),
      'POST /api/half-staff/preview': () => ({ status: 503, body: 'Starting.' }),
    });
    await person.click(await screen.findByRole('button', { name: 'Mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    await within(view).findByText('Couldn’t load the preview');
    await person.click(within(view).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByRole('alertdialog', { name: 'Approve order' })).toBeVisible();
  });

  const stored = (changes: Partial<Order> = {}) => ({
    'GET /api/half-staff/orders': () => ({ body: [order('o1', 'Mourning', changes)] }),
  });
  const open = async (person: Awaited<ReturnType<typeof show>>) =>
    person.click(await screen.findByRole('button', { name: 'Mourning' }));

  test('can start from an earlier order, and leaves that order unchanged', async () => {
    const sent: unknown[] = [];
    const earlier = order('o1', 'Firefighter', {
      ...{ authority: 'city', status: 'cancelled', approvedAt: NOON, cancelledAt: NOON },
      ...{ sourceUrl: 'https://city.example/1', scope: { kind: 'states', states: ['VA'] } },
    });
    const all = [earlier];
    const person = await show({
      'GET /api/half-staff/orders': () => ({ body: all }),
      'POST /api/half-staff/orders': (body) => {
        sent.push(body);
        const { issuedAt: _, ...terms } = body as Order;
        all.push({ ...order('o2', terms.reason), ...terms });
        return { status: 201, body: all[1] };
      },
      'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
    });
    const openEarlier = async () => {
      await person.click(await screen.findByRole('button', { name: 'Firefighter' }));
      const view = await screen.findByRole('dialog', { name: 'Half-staff' });
      await person.click(within(view).getByRole('button', { name: 'Copy to new order' }));
      return screen.findByRole('dialog', { name: 'New order' });
    };
    const left = await openEarlier();
    await person.click(within(left).getByRole('button', { name: 'Cancel' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(view).toHaveTextContent('https://city.example/1');
    await person.click(within(view).getByRole('button', { name: 'Copy to new order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    // Another authority does not change the poles that the earlier order was for.
    await person.click(within(form).getByRole('combobox', { name: 'Ordered by' }));
    await person.click(await screen.findByRole('option', { name: 'County' }));
    await person.type(within(form).getByLabelText('Reason'), ' Lee');
    await person.click(within(form).getByRole('button', { name: 'Save draft' }));
    const today = localDate(Date.now());
    await waitFor(() =>
      expect(sent).toEqual([
        {
          ...{ kind: 'half', authority: 'county', reason: 'Firefighter Lee', sourceUrl: null },
          ...{ issuedAt: expect.any(Number), scope: { kind: 'states', states: ['VA'] } },
          starts: { kind: 'sunrise', date: today },
          ends: { kind: 'sunset', date: addDays(today, 2) },
        },
      ]),
    );
    expect(await screen.findByRole('button', { name: 'Approve and lower 8 poles' })).toBeVisible();
  });

  test('shows that nothing will move while autopilot is off, and how to turn it on', async () => {
    const preview = { ...PREVIEW, engineIsOn: false };
    const approved = order('o1', 'Mourning', { status: 'approved', approvedAt: NOON });
    const person = await show({
      ...stored(),
      'POST /api/half-staff/preview': () => ({ body: preview }),
      'POST /api/half-staff/orders/o1/approve': () => ({ body: approved }),
      'GET /api/half-staff/dry-run': () => ({ status: 503, body: 'Starting.' }),
    });
    await open(person);
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    await within(view).findByText('Autopilot is off: nothing will move.');
    expect(view).toHaveTextContent('8 would move');
    await person.click(within(view).getByRole('button', { name: 'Approve' }));
    const ask = await screen.findByRole('alertdialog');
    expect(within(ask).getByText('Autopilot is off: nothing will move.')).toBeVisible();
    expect(within(ask).getByRole('link', { name: 'Turn on autopilot' })).toHaveAttribute(
      'href',
      '/half-staff?dialog=autopilot',
    );
    await person.click(within(ask).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Order approved')).toBeVisible();
    expect(screen.queryByText(/will move to half-staff/)).toBeNull();
  });

  test('does not allow approval of an order that would never be in effect', async () => {
    const person = await show({
      ...stored(),
      'POST /api/half-staff/preview': () => ({ body: { ...PREVIEW, isEmpty: true } }),
    });
    await open(person);
    await screen.findByText('This order would never be in effect. Change its dates.');
    expect(screen.getByRole('button', { name: /^Approve/ })).toBeDisabled();
  });

  test('shows the effect of an amendment before it is saved', async () => {
    const sent: Record<string, unknown>[] = [];
    const asked: { terms: { reason: string } }[] = [];
    const rising = { count: 2, names: [pole('20'), pole('21')] };
    const person = await show({
      ...stored({ status: 'approved', approvedAt: NOON }),
      'POST /api/half-staff/preview': (body) => {
        asked.push(body as (typeof asked)[number]);
        return { body: { ...PREVIEW, rising } };
      },
      'PATCH /api/half-staff/orders/o1': (body) => {
        sent.push(body as Record<string, unknown>);
        return { body: order('o1', 'Mourning', { status: 'approved', version: 2 }) };
      },
    });
    await open(person);
    await person.click(await screen.findByRole('button', { name: 'Amend' }));
    const reason = await screen.findByLabelText('Reason');
    await person.clear(reason);
    await person.type(reason, 'Longer mourning');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    const effects = await screen.findByRole('region', { name: 'Effect' });
    await within(effects).findByText(/^Will rise from half-staff \(2\)/);
    expect(asked.at(-1)?.terms.reason).toBe('Longer mourning');
    expect(sent).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Reason')).toHaveValue('Longer mourning');
    await person.click(screen.getByRole('button', { name: 'Continue' }));
    await person.click(
      await screen.findByRole('button', { name: 'Amend and lower 8 poles, raise 2 poles' }),
    );
    expect(await screen.findByText('Order amended')).toBeVisible();
    expect(sent).toMatchObject([{ revision: 4, reason: 'Longer mourning' }]);
  });

  test('while autopilot is off, lets the user raise the poles that an amended order no longer covers', async () => {
    const planned: unknown[] = [];
    const person = await show({
      ...stored({ status: 'approved', approvedAt: NOON }),
      'POST /api/half-staff/preview': () => ({
        body: {
          ...PREVIEW,
          engineIsOn: false,
          rising: { count: 1, names: [pole('20')] },
          risingIds: ['20'],
        },
      }),
      'PATCH /api/half-staff/orders/o1': () => ({
        body: order('o1', 'Mourning', { status: 'approved', version: 2 }),
      }),
      'POST /api/moves/plans': (body) => {
        planned.push(body);
        return { status: 404, body: 'Flag not found' };
      },
    });
    await open(person);
    await person.click(await screen.findByRole('button', { name: 'Amend' }));
    await person.click(await screen.findByRole('button', { name: 'Continue' }));
    await person.click(await screen.findByRole('checkbox', { name: 'Raise 1 pole' }));
    await person.click(screen.getByRole('button', { name: 'Amend and raise 1 pole' }));
    // The flag was deleted in the meantime, so no command was sent, and the page says so.
    expect(
      await screen.findByText('No commands were sent. The poles are still at half-staff.'),
    ).toBeVisible();
    expect(planned).toEqual([{ control: 'up', flagIds: ['20'] }]);
  });

  test('requires a reason to cancel an order', async () => {
    const sent: unknown[] = [];
    const person = await show({
      'GET /api/half-staff/orders': () => ({
        body: [order('o1', 'Mourning', { status: 'approved', version: 2 })],
      }),
      'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      'GET /api/half-staff/release?orderId=o1': () => ({
        body: {
          engineIsOn: true,
          rising: { count: 2, names: [pole('1'), pole('2')] },
          risingIds: ['1', '2'],
          offline: 0,
          lowering: 0,
        },
      }),
      'POST /api/half-staff/orders/o1/cancel': (body) => {
        sent.push(body);
        return { body: order('o1', 'Mourning', { status: 'cancelled' }) };
      },
    });
    expect(await screen.findByText('Amended (version 2)')).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Mourning' }));
    await person.click(await screen.findByRole('button', { name: 'Cancel order' }));
    const ask = await screen.findByRole('alertdialog', { name: 'Cancel order' });
    await within(ask).findByText('2 poles are at half-staff. They will go up.');
    await person.click(within(ask).getByRole('button', { name: 'Cancel order' }));
    expect(await within(ask).findByText('Reason is required')).toBeVisible();
    await person.type(within(ask).getByLabelText('Why'), 'Wrong date');
    await person.click(within(ask).getByRole('button', { name: 'Cancel order' }));
    expect(await screen.findByText('Order canceled')).toBeVisible();
    expect(sent).toEqual([{ why: 'Wrong date' }]);
  });

  test("shows company users the operator's orders, but lets them change only their own company's orders", async () => {
    const person = await show(
      {
        'GET /api/half-staff/orders': () => ({
          body: [order('o1', 'National mourning', { status: 'approved' })],
        }),
        'POST /api/half-staff/preview': () => ({ body: PREVIEW }),
      },
      companyUser,
    );
    await person.click(await screen.findByRole('button', { name: 'National mourning' }));
    const view = await screen.findByRole('dialog', { name: 'Half-staff' });
    expect(within(view).queryByRole('button', { name: 'Amend' })).toBeNull();
    expect(within(view).queryByRole('button', { name: 'Cancel order' })).toBeNull();
  });

  test('lets a company record orders for its own poles from any authority except the President', async () => {
    const person = await show({}, companyUser);
    await person.click(screen.getByRole('button', { name: 'New order' }));
    const form = await screen.findByRole('dialog', { name: 'New order' });
    expect(within(form).getByLabelText('Ordered by')).toHaveTextContent('Company');
    await person.click(within(form).getByLabelText('Ordered by'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).not.toContain(
      'President',
    );
    await person.click(screen.getByRole('option', { name: 'County' }));
    expect(within(form).getByLabelText('Applies to')).toHaveTextContent('Entire company');
    await person.click(within(form).getByLabelText('Applies to'));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Entire company',
      'Locations',
    ]);
  });
});
