import { PASSWORD_NEEDED } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ContactInformation } from '@/profile/ContactInformation.tsx';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';

const user = testUser();

/** Starts a server that accepts a new email address only after the right password. */
function show() {
  const sent: unknown[] = [];
  let isFresh = false;
  serve({
    'PATCH /api/user/profile': (body) => {
      sent.push(body);
      if (!isFresh) return { status: 403, body: PASSWORD_NEEDED };
      return { body: { ...user, ...(body as object) } };
    },
    'POST /api/user/password/confirmation': (body) => {
      isFresh = (body as { password: string }).password === 'right one';
      return isFresh ? { body: { ok: true } } : { status: 400, body: 'The password is incorrect.' };
    },
  });
  renderWith(
    <>
      <ContactInformation user={user} />
      <PasswordPrompt />
    </>,
    { user },
  );
  return sent;
}

async function changeEmail() {
  await userEvent.clear(screen.getByLabelText('Email'));
  await userEvent.type(screen.getByLabelText('Email'), 'new@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await screen.findByRole('dialog', { name: 'Enter your password' });
}

describe('the password prompt before a sensitive API call', () => {
  test("appears over the form, and sends the form's values once the user enters the correct password", async () => {
    const sent = show();
    await changeEmail();
    await userEvent.type(screen.getByLabelText('Password'), 'wrong one');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('The password is incorrect.')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.type(screen.getByLabelText('Password'), 'right one');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Profile updated', { selector: 'li *' })).toBeVisible();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ email: 'new@example.org' });
    expect(screen.queryByRole('dialog')).toBe(null);
  });

  test('sends nothing more if the user cancels, and keeps the values typed into the form', async () => {
    const sent = show();
    await changeEmail();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(await screen.findByText(`403: ${PASSWORD_NEEDED}`, { selector: 'li *' })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(screen.getByLabelText('Email')).toHaveValue('new@example.org');
  });

  test('lets users sign in again through their provider, and returns them to the page', async () => {
    const sent: unknown[] = [];
    serve({
      'PATCH /api/user/profile': () => ({ status: 403, body: PASSWORD_NEEDED }),
      'GET /api/user/sign-in-links': () => ({
        body: [{ id: 'l1', label: 'Contoso', issuer: 'https://idp.example', since: 0 }],
      }),
      'POST /api/user/sign-in-links/l1/proof': (body) => {
        sent.push(body);
        return { body: { url: 'https://idp.example/auth' } };
      },
    });
    const leave = vi.fn();
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      pathname: '/profile',
      search: '?a=b',
      assign: leave,
    });
    renderWith(
      <>
        <ContactInformation user={user} />
        <PasswordPrompt />
      </>,
      { user },
    );
    await changeEmail();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Sign in again with Contoso' }),
    );
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://idp.example/auth'));
    expect(sent).toEqual([{ returnTo: '/profile?a=b' }]);
    vi.restoreAllMocks();
  });
});

describe('returning from the sign-in provider after a password prompt', () => {
  test.each([
    ['done', 'Signed in again'],
    ['other-identity', /^This account is linked to a different identity/],
  ])('shows the outcome: %s', async (outcome, text) => {
    const { history } = renderWith(<PasswordPrompt />, {
      user,
      path: `/profile?a=b&sign-in=${outcome}`,
    });
    expect(await screen.findByText(text, { selector: 'li *' })).toBeVisible();
    expect(history.at(-1)).toBe('/profile?a=b');
  });

  test('shows no message for an unknown outcome in the URL', async () => {
    const { history } = renderWith(<PasswordPrompt />, {
      user,
      path: '/profile?sign-in=Call+555-0100',
    });
    await waitFor(() => expect(history.at(-1)).toBe('/profile'));
    expect(screen.queryByText(/555-0100/)).toBeNull();
  });
});
