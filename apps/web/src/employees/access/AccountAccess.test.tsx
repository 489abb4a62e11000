import { PASSWORD_NEEDED, type User } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import EmployeesPage from '@/employees/EmployeesPage.tsx';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { makeEmployee } from '@/testing/people.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';

const SINCE = Date.parse('2026-11-20T12:00:00');
const ANN = makeEmployee('ann', 'Ann Zorn', { status: 'online' });

/** Opens the dialog of Ann's account. The server returns the account from `people`. */
async function openAnn(people: { ann: User }, handlers: Record<string, Handler>) {
  serve({
    'GET /api/users': () => ({ body: [people.ann] }),
    'GET /api/locations': () => ({ body: [] }),
    'GET /api/companies': () => ({ body: [] }),
    ...handlers,
  });
  renderWith(
    <>
      <EmployeesPage />
      <PasswordPrompt />
    </>,
    { user: testUser(), path: '/employees' },
  );
  const person = userEvent.setup({ delay: null });
  await person.click(await screen.findByRole('button', { name: 'Edit Ann Zorn' }));
  const access = within(await screen.findByRole('region', { name: 'Access' }));
  const press = (name: string) => person.click(access.getByRole('button', { name }));
  return { person, access, press };
}

test('suspending an account requires a confirmation that names the account, and the list and the dialog then show it as suspended', async () => {
  const people = { ann: ANN };
  const { person, access, press } = await openAnn(people, {
    'PUT /api/users/ann/suspension': () => {
      people.ann = { ...ANN, suspendedAt: SINCE };
      return { body: people.ann };
    },
  });
  await press('Suspend account');
  const question = await screen.findByRole('alertdialog', { name: 'Suspend account' });
  expect(question).toHaveTextContent('"Ann Zorn" will be signed out everywhere immediately');
  await person.click(within(question).getByRole('button', { name: 'Suspend' }));
  expect(await screen.findByText('Account suspended')).toBeVisible();
  expect(
    await access.findByText(/^Suspended since Nov 20, 2026, 12:00:00 PM \S+\.$/),
  ).toBeVisible();
  expect(access.getByRole('button', { name: 'Restore account' })).toBeVisible();
  const row = screen.getByRole('row', { name: /Ann Zorn/, hidden: true });
  expect(row).toHaveTextContent('Suspended');
  expect(row).not.toHaveTextContent('Online');
});

test('the suspension dialog stays open and shows why the server rejects the suspension', async () => {
  const { person, press } = await openAnn(
    { ann: ANN },
    {
      'PUT /api/users/ann/suspension': () => ({
        status: 409,
        body: 'The last master cannot be suspended.',
      }),
    },
  );
  await press('Suspend account');
  const question = await screen.findByRole('alertdialog', { name: 'Suspend account' });
  await person.click(within(question).getByRole('button', { name: 'Suspend' }));
  await waitFor(() => expect(question).toHaveTextContent('The last master cannot be suspended.'));
  expect(await screen.findByText('Couldn’t suspend the account.')).toBeVisible();
});

test('a master must enter their own password to turn off two-factor authentication for another user', async () => {
  let isFresh = false;
  const people: { ann: User } = { ann: { ...ANN, secondFactor: true } };
  const { person, press } = await openAnn(people, {
    'DELETE /api/users/ann/second-factor': () => {
      if (!isFresh) return { status: 403, body: PASSWORD_NEEDED };
      people.ann = ANN;
      return { body: ANN };
    },
    'POST /api/user/password/confirmation': () => {
      isFresh = true;
      return { body: { ok: true } };
    },
  });
  await press('Turn off two-factor authentication');
  const question = await screen.findByRole('alertdialog');
  await person.click(within(question).getByRole('button', { name: 'Remove' }));
  const password = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await person.type(password.getByLabelText('Password'), 'right one');
  await person.click(password.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Two-factor authentication turned off')).toBeVisible();
  expect(isFresh).toBe(true);
});

test('a suspended account can be restored', async () => {
  const people: { ann: User } = { ann: { ...ANN, suspendedAt: SINCE } };
  const { access, press } = await openAnn(people, {
    'DELETE /api/users/ann/suspension': () => {
      people.ann = ANN;
      return { body: people.ann };
    },
  });
  await press('Restore account');
  expect(await screen.findByText('Account restored')).toBeVisible();
  expect(await access.findByText('Account is active.')).toBeVisible();
});

test('a user can be signed out everywhere', async () => {
  const { press } = await openAnn(
    { ann: ANN },
    { 'DELETE /api/users/ann/sessions': () => ({ status: 204 }) },
  );
  await press('Sign out everywhere');
  expect(await screen.findByText('Signed out everywhere')).toBeVisible();
});
