import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import PasteDialog from './PasteDialog.tsx';

const TEXT = `Governor Ann Bell of Ohio ordered flags statewide to half-staff until sunset on May 8, 2026. It is in memory of Trooper Cole.`;

async function show(handlers: Record<string, Handler> = {}, user = testUser()) {
  const fetched = serve({
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
    'GET /api/locations': () => ({ body: [] }),
    'GET /api/locations/company/acme': () => ({ body: [] }),
    ...handlers,
  });
  renderWith(<PasteDialog user={user} onClose={() => {}} onSaved={() => {}} />, { user });
  const hand = userEvent.setup({ delay: null });
  const box = await screen.findByRole('textbox', { name: 'Text or link' });
  const paste = async (text: string) => {
    await hand.click(box);
    await hand.paste(text);
    await hand.keyboard('{Control>}{Enter}{/Control}');
  };
  return { hand, paste, fetched };
}

const field = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  if (!found) throw new Error(`No field ${name}`);
  return found;
};

test('a pasted order shows the sentence that each field came from, and leaves unknown fields empty', async () => {
  const { paste } = await show();
  await paste(TEXT);
  await screen.findByRole('button', { name: 'Save draft' });
  expect(screen.getByRole('combobox', { name: 'Ordered by' })).toHaveTextContent('Governor');
  expect(field('authority')).toHaveTextContent(/Governor Ann Bell of Ohio ordered flags statewide/);
  expect(screen.getByLabelText('Ends on')).toHaveValue('2026-05-08');
  expect(within(field('issuedAt')).getByText('Not in the text')).toBeVisible();
  expect(screen.getByLabelText('Issued on')).toHaveValue('');
  expect(screen.getByLabelText('Issued on')).toHaveFocus();
});

test('a pasted order no longer shows “Not in the text” once the user fills in the field', async () => {
  const { hand, paste } = await show();
  await paste(TEXT);
  const issued = await screen.findByLabelText('Issued on');
  await hand.type(issued, '2026-05-04');
  expect(within(field('issuedAt')).queryByText('Not in the text')).toBeNull();
});

test('pasting an order sends nothing until the draft is saved, and then only the fields of the draft', async () => {
  const saved: unknown[] = [];
  const { hand, paste, fetched } = await show({
    'POST /api/half-staff/orders': (body) => {
      saved.push(body);
      return { status: 201, body: {} };
    },
  });
  await paste(`${TEXT} A private remark.`);
  await hand.type(await screen.findByLabelText('Issued on'), '2026-05-04');
  expect(fetched.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
  await hand.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.stringify(saved)).not.toContain('private remark');
  expect(saved).toMatchObject([
    { authority: 'governor', ends: { kind: 'sunset', date: '2026-05-08' }, sourceUrl: null },
  ]);
});

test('a user who pastes text without an order can fill in the form, which shows a clear error for each empty field', async () => {
  const { hand, paste } = await show();
  await paste('Lunch is at noon.');
  expect(await screen.findByText('No order found in this text.')).toBeVisible();
  expect(screen.getByText('Lunch is at noon.')).toBeVisible();
  await hand.click(screen.getByRole('button', { name: 'Fill in manually' }));
  await hand.click(await screen.findByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Choose when the order starts.')).toBeVisible();
  expect(screen.getByText('Choose when the order ends.')).toBeVisible();
  expect(screen.getByText('Choose the poles that the order applies to.')).toBeVisible();
  expect(screen.getByText('Choose when the order was issued.')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Kind' })).toHaveFocus();
});

test('pasting text with several orders lets the user choose one', async () => {
  const { hand, paste } = await show();
  await paste(
    `${TEXT} Kentucky Governor Ash has ordered flags in Kentucky to half-staff until sunset on May 10, 2026.`,
  );
  expect(await screen.findByText('2 orders found. Choose one.')).toBeVisible();
  await hand.click(screen.getByRole('button', { name: /Kentucky.*sunset, May 10, 2026/ }));
  expect(await screen.findByLabelText('Ends on')).toHaveValue('2026-05-10');
  await hand.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByRole('button', { name: /Ohio.*sunset, May 8, 2026/ })).toBeVisible();
});

test('a pasted order is marked if it has ended, covers only part of a state, or changes an earlier order', async () => {
  const { hand, paste } = await show();
  await paste(
    'The Governor of Ohio has ordered flags in Perry County to half-staff until sunset on May 9, 2020.',
  );
  expect(await screen.findByText('This order ended May 9, 2020.')).toBeVisible();
  expect(
    screen.getByText(/^This order is only for .*Perry County.*\. Choose the locations\.$/),
  ).toBeVisible();
  expect(within(field('scope')).getByText('Not in the text')).toBeVisible();
  await hand.click(screen.getByRole('button', { name: 'Back' }));
  await hand.clear(await screen.findByRole('textbox', { name: 'Text or link' }));
  await paste(
    'The Governor of Ohio has extended the order. Flags in Ohio remain at half-staff until sunset on May 9, 2027.',
  );
  expect(
    await screen.findByText(
      'This text changes an earlier order. Open the earlier order and amend it.',
    ),
  ).toBeVisible();
});

test('pasting a link that cannot be read shows the reason, and keeps the link', async () => {
  const { paste } = await show({
    'POST /api/half-staff/read-link': () => ({
      status: 400,
      body: 'The page was not found. Copy the text and paste it instead.',
    }),
  });
  await paste('https://gov.example/flags');
  expect(
    await screen.findByText('The page was not found. Copy the text and paste it instead.'),
  ).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Text or link' })).toHaveValue(
    'https://gov.example/flags',
  );
});

test('the dialog for pasting an order asks for text if the field is empty', async () => {
  const { hand } = await show();
  await hand.click(screen.getByRole('button', { name: 'Read' }));
  expect(screen.getByText('Paste text or a link, or choose a file.')).toBeVisible();
});

test("a governor's order that a company user pastes applies to the user's entire company", async () => {
  const { paste } = await show({}, testUser({ role: 'company_user', companyId: 'acme' }));
  await paste(TEXT);
  expect(await screen.findByRole('combobox', { name: 'Ordered by' })).toHaveTextContent('Governor');
  expect(screen.getByRole('combobox', { name: 'Applies to' })).toHaveTextContent('Entire company');
  expect(field('authority')).toHaveTextContent('Governor Ann Bell');
});
