import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { renderWith } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import ConfirmEmailPage from './ConfirmEmailPage.tsx';

afterEach(() => window.history.replaceState(null, '', '/'));

function show(hash: string, answer: Handler) {
  window.history.replaceState(null, '', `/confirm-email${hash}`);
  const fetch = serve({
    'POST /api/email-confirmation': answer,
    'GET /api/user': () => ({ status: 401, body: '' }),
  });
  renderWith(<ConfirmEmailPage />, { user: null });
  return fetch;
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));

describe('the page that confirms an email address', () => {
  test('confirms the address when the user clicks the button, not when the page opens', async () => {
    const sent: unknown[] = [];
    const fetch = show('#secret', (body) => {
      sent.push(body);
      return { body: { email: 'pat@example.org', username: 'pat' } };
    });
    expect(fetch).not.toHaveBeenCalled();
    await confirm();
    expect(
      await screen.findByText('You confirmed pat@example.org for the account pat.'),
    ).toBeVisible();
    expect(sent).toEqual([{ code: 'secret' }]);
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
  });

  test('shows why the link is invalid', async () => {
    show('#secret', () => ({ status: 403, body: 'This link was used.' }));
    await confirm();
    expect(await screen.findByText('This link was used.')).toBeVisible();
  });

  test('shows that a link without its code is incomplete', () => {
    show('', () => ({ body: {} }));
    expect(screen.getByText(/This link is incomplete/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Confirm address' })).toBe(null);
  });
});
