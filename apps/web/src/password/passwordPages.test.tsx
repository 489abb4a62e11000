import { FORGOT_PASSWORD_FAILED } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import ForgotPasswordPage from './ForgotPasswordPage.tsx';
import NewPasswordPage from './NewPasswordPage.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const inToast = { selector: 'li *' };

describe('the forgot-password page (spec §2, §8)', () => {
  const open = () => renderWith(<ForgotPasswordPage />, { user: null, path: '/forgot-password' });
  const ask = async (username: string) => {
    await userEvent.type(screen.getByLabelText('Username'), username);
    await userEvent.click(screen.getByRole('button', { name: 'Send Password' }));
  };

  test("shows 'Sending...', then a confirmation, and redirects to / after 2 seconds", async () => {
    const { promise, resolve } = deferredAnswer();
    const fetch = serve({ 'POST /api/auth/forgot-password': () => promise });
    const { history } = open();
    await ask('pat');
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    resolve({ body: { ok: true } });
    expect(await screen.findByText('Password sent', inToast)).toBeInTheDocument();
    expect(
      screen.getByText('Your password has been sent to your email address.', inToast),
    ).toBeInTheDocument();
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({ username: 'pat' });
    await vi.advanceTimersByTimeAsync(1500);
    expect(history.at(-1)).toBe('/forgot-password');
    await vi.advanceTimersByTimeAsync(600);
    expect(history.at(-1)).toBe('/');
  });

  test("shows the server's error, and keeps the username", async () => {
    serve({
      'POST /api/auth/forgot-password': () => ({ status: 404, body: FORGOT_PASSWORD_FAILED }),
    });
    open();
    await ask('nobody');
    expect(
      await screen.findByText('404: User not found or email not configured.', inToast),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveValue('nobody');
  });

  test("shows the specification's error text if the server sent no error text", async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    open();
    await ask('pat');
    expect(
      await screen.findByText('User not found or email not configured.', inToast),
    ).toBeInTheDocument();
  });

  test('requires a username, and links back to the sign-in page', async () => {
    const fetch = serve({});
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Send Password' }));
    expect(await screen.findByText('Username is required')).toBeInTheDocument();
    expect(fetch).not.toHaveBeenCalled();
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/');
  });
});

describe('the page that replaces a temporary password', () => {
  const open = (user = testUser({ temporary: true })) =>
    renderWith(<NewPasswordPage />, { user, path: '/new-password' });
  const choose = async (newPassword: string, again: string) => {
    await userEvent.type(screen.getByLabelText('New password'), newPassword);
    await userEvent.type(screen.getByLabelText('Confirm new password'), again);
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  };

  test('sets the new password and opens the console', async () => {
    const fetch = serve({ 'POST /api/user/new-password': () => ({ body: testUser() }) });
    const { history } = open();
    await choose('long enough', 'long enough');
    await waitFor(() => expect(history.at(-1)).toBe('/'));
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
      newPassword: 'long enough',
    });
    expect(await screen.findByText('Password updated', inToast)).toBeInTheDocument();
  });

  test.each([
    ['too short', 'short', 'short', 'Password must be at least 8 characters long.'],
    ['typed differently', 'long enough', 'long enouhg', 'New passwords do not match.'],
  ])('rejects a password that is %s', async (_what, first, second, text) => {
    const fetch = serve({});
    open();
    await choose(first, second);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('redirects users who have already set their own password', async () => {
    const { history } = open(testUser());
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });
});
