import { PASSWORD_NEEDED } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ContactInformation } from '@/profile/ContactInformation.tsx';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { PasswordPrompt } from './PasswordPrompt.tsx';

const user = testUser();

/** A server that takes a new address only after the right password. */
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
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await screen.findByRole('dialog', { name: 'Enter Your Password' });
}

describe('where a call takes the password', () => {
  it('asks for it over the form, and goes on with what was typed', async () => {
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

  it('sends nothing more when the person gives up, and keeps the form', async () => {
    const sent = show();
    await changeEmail();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
    expect(await screen.findByText(`403: ${PASSWORD_NEEDED}`, { selector: 'li *' })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(screen.getByLabelText('Email')).toHaveValue('new@example.org');
  });
});
