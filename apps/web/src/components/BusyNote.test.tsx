import { PASSWORD_NEEDED } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Route } from 'wouter';
import { AddEmployeeDialog, EditEmployeeDialog } from '@/employees/EmployeeDialog.tsx';
import JoinPage from '@/join/JoinPage.tsx';
import LoginPage from '@/login/LoginPage.tsx';
import ForgotPasswordPage from '@/password/ForgotPasswordPage.tsx';
import NewPasswordPage from '@/password/NewPasswordPage.tsx';
import { PasswordPrompt } from '@/passwordPrompt/PasswordPrompt.tsx';
import { ChangePassword } from '@/profile/ChangePassword.tsx';
import { ContactInformation } from '@/profile/ContactInformation.tsx';
import SetupPage from '@/setup/SetupPage.tsx';
import { makeEmployee } from '@/testing/people.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';

const RETRY_AFTER_SECONDS = 600;
const BUSY = {
  status: 503,
  body: 'The server is busy. Try again in a moment.',
  headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
};
const NOTE = 'Busy, trying again…';
const user = testUser({ role: 'company_user', companyId: 'acme' });
const employee = makeEmployee('e1', 'Ann Lee', { role: 'company_user' });
const nothing = () => {};

/** A form that checks or sets a password when it is submitted. */
interface BusyForm {
  page: ReactElement;
  as?: Parameters<typeof renderWith>[1];
  /** The values to type, by field label. The test edits the first one later. */
  fields: Record<string, string>;
  submit: string | RegExp;
  /** The call that the busy server refuses. */
  call: string;
  answer: unknown;
  others?: Record<string, Handler>;
  /** Performs the steps that make the fields visible. */
  before?: () => Promise<void>;
}

const contact = {
  'First name': 'Ann',
  'Last name': 'Lee',
  Email: 'ann@example.test',
  Phone: '5125550101',
};
const registration = { ...contact, Username: 'ann', Password: 'long enough' };
const registered = { call: 'POST /api/register', answer: user, fields: registration };

const FORMS: Record<string, BusyForm> = {
  'sign in': {
    page: <LoginPage />,
    as: { user: null, path: '/auth' },
    fields: { Username: 'pat', Password: 'halyard-demo' },
    submit: 'Login',
    call: 'POST /api/login',
    answer: user,
  },
  'forgot password': {
    page: <ForgotPasswordPage />,
    as: { user: null },
    fields: { Username: 'pat' },
    submit: 'Send Password',
    call: 'POST /api/auth/forgot-password',
    answer: { ok: true },
  },
  'new password': {
    page: <NewPasswordPage />,
    as: { user: testUser({ temporary: true }) },
    fields: { 'New password': 'long enough', 'Confirm new password': 'long enough' },
    submit: 'Set password',
    call: 'POST /api/user/new-password',
    answer: user,
  },
  'change password': {
    page: <ChangePassword username="pat" />,
    as: { user },
    fields: {
      'Current password': 'old enough',
      'New password': 'long enough',
      'Confirm new password': 'long enough',
    },
    submit: 'Update password',
    call: 'PATCH /api/user/password',
    answer: { ok: true },
  },
  'set up': {
    page: <SetupPage />,
    as: { user: null, config: testConfig({ setupNeeded: true }), path: '/setup' },
    ...registered,
    fields: { ...registration, 'Setup code': 'abc' },
    submit: 'Create master',
  },
  join: {
    page: (
      <Route path="/join/:code?">
        <JoinPage />
      </Route>
    ),
    as: { user: null, path: '/join/secret' },
    ...registered,
    submit: 'Create account',
    others: { 'POST /api/join': () => ({ status: 404, body: 'Not found' }) },
  },
  'own email, by the password prompt': {
    page: (
      <>
        <ContactInformation user={user} />
        <PasswordPrompt />
      </>
    ),
    as: { user },
    before: async () => {
      await userEvent.type(screen.getByLabelText('Email'), 'm');
      await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
      await screen.findByRole('dialog');
    },
    fields: { Password: 'halyard-demo' },
    submit: 'Continue',
    call: 'POST /api/user/password/confirmation',
    answer: { ok: true },
    others: { 'PATCH /api/user/profile': () => ({ status: 403, body: PASSWORD_NEEDED }) },
  },
  'new employee': {
    page: <AddEmployeeDialog user={user} open onClose={nothing} />,
    as: { user },
    before: async () => {
      await userEvent.click(screen.getByLabelText('Role'));
      await userEvent.click(await screen.findByRole('option', { name: 'Company User' }));
    },
    fields: registration,
    submit: 'Add Employee',
    others: { 'GET /api/locations': () => ({ body: [] }) },
    call: 'POST /api/users',
    answer: employee,
  },
  'employee’s password': {
    page: <EditEmployeeDialog user={user} employee={employee} onClose={nothing} />,
    as: { user },
    fields: { Password: 'long enough' },
    submit: 'Save',
    call: `PATCH /api/users/${employee.id}`,
    answer: employee,
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = () => vi.advanceTimersByTimeAsync((RETRY_AFTER_SECONDS + 1) * 1000);

test.each(Object.entries(FORMS))(
  'the form “%s” shows that the server is busy, and retries until the call succeeds or the user edits the form',
  async (_, { page, as, fields, submit, call, answer, others, before }) => {
    const sent: unknown[] = [];
    serve({
      ...others,
      [call]: (body) => {
        sent.push(body);
        return sent.length < 3 ? BUSY : { body: answer };
      },
    });
    renderWith(page, { user: null, ...as });
    await before?.();
    for (const [label, text] of Object.entries(fields)) {
      const field = await screen.findByLabelText(label);
      await userEvent.clear(field);
      await userEvent.click(field);
      await userEvent.paste(text);
    }
    const press = () => userEvent.click(screen.getByRole('button', { name: submit }));
    await press();
    expect(await screen.findByText(NOTE)).toBeVisible();
    await userEvent.type(screen.getByLabelText(Object.keys(fields)[0]!), 'x{Backspace}');
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
    await wait();
    expect(sent).toHaveLength(1);

    await press();
    expect(await screen.findByText(NOTE)).toBeVisible();
    await wait();
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toEqual(sent[0]);
    await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
    expect(screen.queryByText(/503|busy\. Try/)).toBeNull();
  },
);
