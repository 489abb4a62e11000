import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { ChangePassword } from './ChangePassword.tsx';
import { ContactInformation } from './ContactInformation.tsx';
import ProfilePage from './ProfilePage.tsx';

const inToast = { selector: 'li *' };
const user = testUser({ role: 'company_user' });
const openContact = () => renderWith(<ContactInformation user={user} />, { user });
const openPassword = () => renderWith(<ChangePassword username={user.username} />, { user });
const sent = (fetch: ReturnType<typeof serve>) =>
  JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));

describe('the profile page (spec §2)', () => {
  test('shows contact information, the password form and read-only account details', async () => {
    serve({
      'GET /api/user/sessions': () => ({ body: [] }),
      'GET /api/user/sign-in-links': () => ({ body: [] }),
      'GET /api/user/second-factor': () => ({ status: 503, body: 'Not now.' }),
    });
    renderWith(<ProfilePage />, { user, path: '/profile' });
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Profile');
    expect(screen.getByText('Manage your account information and password')).toBeVisible();
    await screen.findByRole('heading', { name: 'Contact Information' });
    expect(
      screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
    ).toEqual([
      'Contact Information',
      'Two-factor authentication',
      'Change Password',
      'Account Information',
      'Signed-in devices',
      'API tokens',
    ]);
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['pat', 'Company User', 'u1']);
  });
});

describe('contact information (spec §5, §8)', () => {
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));

  test('is saved, and appears immediately', async () => {
    const fetch = serve({
      'PATCH /api/user/profile': (body) => ({ body: { ...user, ...(body as object) } }),
    });
    const { client } = openContact();
    await userEvent.clear(screen.getByLabelText('Phone'));
    await userEvent.type(screen.getByLabelText('Phone'), '5125550199');
    await save();
    expect(await screen.findByText('Profile updated', inToast)).toBeVisible();
    expect(
      screen.getByText('Your contact information has been updated successfully.', inToast),
    ).toBeVisible();
    expect(sent(fetch)).toEqual({
      firstName: 'Pat',
      lastName: 'Lee',
      email: 'pat@example.org',
      phone: '5125550199',
    });
    expect(client.getQueryData(['/api/user'])).toMatchObject({ phone: '5125550199' });
  });

  test('shows that the email address is not confirmed, and lets the user request another confirmation link', async () => {
    const fetch = serve({ 'POST /api/user/email/confirmation': () => ({ body: { ok: true } }) });
    const fresh = { ...user, email: 'new@example.org' };
    renderWith(<ContactInformation user={fresh} />, { user: fresh });
    expect(screen.getByText('Email not confirmed')).toBeVisible();
    expect(
      screen.getByText(
        'Until you confirm the new address, temporary passwords go to pat@example.org.',
      ),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Link sent', inToast)).toBeVisible();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('shows no notice if the email address is confirmed', () => {
    serve({});
    openContact();
    expect(screen.queryByText('Email not confirmed')).toBe(null);
  });

  test.each([
    ['First name', 'First name is required'],
    ['Last name', 'Last name is required'],
    ['Phone', 'Phone number is required'],
    ['Email', 'Email is required'],
  ])('requires %s', async (label, text) => {
    const fetch = serve({});
    openContact();
    await userEvent.clear(screen.getByLabelText(label));
    await save();
    expect(await screen.findByText(text)).toBeVisible();
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each([
    [{ status: 409, body: 'Someone else changed this.' }, '409: Someone else changed this.'],
    [null, 'Failed to update profile.'],
  ])('shows why saving failed, and keeps the typed values', async (answer, text) => {
    serve({
      'PATCH /api/user/profile': () => {
        if (answer) return answer;
        throw new TypeError('Failed to fetch');
      },
    });
    openContact();
    await userEvent.type(screen.getByLabelText('First name'), 'ricia');
    await save();
    expect(await screen.findByText(text, inToast)).toBeVisible();
    expect(screen.getByLabelText('First name')).toHaveValue('Patricia');
  });
});

describe('the form to change a password (spec §4, §5, §8)', () => {
  const change = async (current: string, next: string, again: string) => {
    if (current) await userEvent.type(screen.getByLabelText('Current password'), current);
    if (next) await userEvent.type(screen.getByLabelText('New password'), next);
    if (again) await userEvent.type(screen.getByLabelText('Confirm new password'), again);
    await userEvent.click(screen.getByRole('button', { name: 'Update password' }));
  };

  test('changes the password and clears the three fields', async () => {
    const fetch = serve({ 'PATCH /api/user/password': () => ({ body: { ok: true } }) });
    openPassword();
    await change('the old one', 'the new one', 'the new one');
    expect(await screen.findByText('Password updated', inToast)).toBeVisible();
    expect(screen.getByText('Your password has been changed successfully.', inToast)).toBeVisible();
    expect(sent(fetch)).toEqual({ currentPassword: 'the old one', newPassword: 'the new one' });
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      expect(screen.getByLabelText(label)).toHaveValue('');
    expect(screen.getByText('Must be at least 8 characters long')).toBeVisible();
  });

  test.each([
    ['', 'the new one', 'the new one', 'Current password is required'],
    ['old', 'short', 'short', 'Password must be at least 8 characters long.'],
    ['old', 'the new one', 'the other one', 'New passwords do not match.'],
    ['old', 'the new one', '', 'Please type the new password again'],
  ])(
    'rejects invalid input: current password "%s", new password "%s", repeated password "%s"',
    async (current, next, again, text) => {
      const fetch = serve({});
      openPassword();
      await change(current, next, again);
      expect(await screen.findByText(text)).toBeVisible();
      expect(fetch).not.toHaveBeenCalled();
    },
  );

  test("shows the server's error after a failure, and keeps the typed values", async () => {
    serve({
      'PATCH /api/user/password': () => ({
        status: 400,
        body: 'The current password is incorrect.',
      }),
    });
    openPassword();
    await change('wrong', 'the new one', 'the new one');
    expect(
      await screen.findByText('400: The current password is incorrect.', inToast),
    ).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('the new one');
  });

  test('shows a default error if the request fails without a message from the server', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    openPassword();
    await change('the old one', 'the new one', 'the new one');
    expect(await screen.findByText('Failed to update password.', inToast)).toBeVisible();
  });
});
