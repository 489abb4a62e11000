import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from 'wouter';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import JoinPage from './JoinPage.tsx';

const INVITATION = {
  role: 'location_user',
  company: 'Acme',
  location: 'City Hall',
  expiresAt: Date.UTC(2026, 2, 8, 12),
};

function show(
  handlers: Record<string, Handler> = {},
  user: ReturnType<typeof testUser> | null = null,
  path = '/join/secret',
) {
  serve({ 'POST /api/join': () => ({ body: INVITATION }), ...handlers });
  return renderWith(
    <Route path="/join/:code?">
      <JoinPage />
    </Route>,
    { user, path },
  );
}

async function register() {
  await screen.findByRole('button', { name: 'Create account' });
  for (const [label, text] of [
    ['First name', 'Kim'],
    ['Last name', 'Roe'],
    ['Email', 'kim@example.org'],
    ['Phone', '5125550123'],
    ['Username', 'kim'],
    ['Password', 'long enough'],
  ] as const) {
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

describe('the page for accepting an invitation', () => {
  test('creates the account, signs the user in and opens the dashboard', async () => {
    const sent: unknown[] = [];
    const { history } = show({
      'POST /api/register': (body) => {
        sent.push(body);
        return { status: 201, body: testUser({ role: 'employee' }) };
      },
    });
    await register();
    await waitFor(() => expect(history.at(-1)).toBe('/'));
    expect(sent).toEqual([
      {
        code: 'secret',
        username: 'kim',
        password: 'long enough',
        firstName: 'Kim',
        lastName: 'Roe',
        email: 'kim@example.org',
        phone: '5125550123',
      },
    ]);
  });

  test('shows which account the link creates: role, location and company', async () => {
    show();
    expect(
      await screen.findByText(
        'Create your account: Location User, City Hall, Acme. The link works once and expires Mar 8, 2026.',
      ),
    ).toBeVisible();
  });

  test('shows immediately that the invitation is no longer valid', async () => {
    show({
      'POST /api/join': () => ({
        status: 403,
        body: 'This code is incorrect or has expired. Ask for a new one.',
      }),
    });
    expect(await screen.findByText(/This invitation was used or revoked/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create account' })).toBe(null);
  });

  test('removes the code from the URL, and prevents search engines from indexing the page', async () => {
    const { history } = show();
    await waitFor(() => expect(history).toEqual(['/join']));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeEnabled();
  });

  test.each([
    [
      403,
      'This code is incorrect or has expired. Ask for a new one.',
      'This invitation was used or revoked, or it has expired. Ask for a new one.',
    ],
    [409, 'This username is already taken.', 'This username is already taken.'],
  ])(
    "shows 'Registration failed' with status and message, and keeps the typed values: %i",
    async (status, body, text) => {
      show({ 'POST /api/register': () => ({ status, body }) });
      await register();
      expect(await screen.findByText('Registration failed', { selector: 'li *' })).toBeVisible();
      expect(screen.getByText(`${status}: ${body}`, { selector: 'li *' })).toBeVisible();
      expect(await screen.findByText(text, { selector: 'form *' })).toBeVisible();
      expect(screen.getByLabelText('Password')).toHaveValue('long enough');
    },
  );

  test('does not create an account for a signed-in user until they sign out', async () => {
    show({ 'POST /api/logout': () => ({ body: { ok: true } }) }, testUser());
    expect(screen.getByText(/You are signed in as pat/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('button', { name: 'Create account' })).toBeVisible();
  });

  test('shows that a link without its code is incomplete', () => {
    show({}, null, '/join');
    expect(screen.getByText(/This link is incomplete/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth');
  });
});
