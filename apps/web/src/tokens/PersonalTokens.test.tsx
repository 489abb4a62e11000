import type { Token } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { PersonalTokens } from './PersonalTokens.tsx';

const TOKEN: Token = {
  id: 't1',
  name: 'Lobby display',
  scope: 'read',
  createdAt: Date.parse('2026-11-19T09:00:00'),
  expiresAt: Date.parse('2020-01-01T12:00:00'),
  lastUsedAt: null,
};

test('a user creates an API token, sees it once, and revokes a different one after confirming', async () => {
  let tokens: Token[] = [];
  const sent: unknown[] = [];
  serve({
    'GET /api/tokens': () => ({ body: tokens }),
    'POST /api/tokens': (body) => {
      sent.push(body);
      tokens = [TOKEN];
      return { status: 201, body: { ...TOKEN, secret: 'hal_abc' } };
    },
    'DELETE /api/tokens/t1': () => {
      tokens = [];
      return { status: 204 };
    },
  });
  renderWith(<PersonalTokens />, { user: testUser(), path: '/profile' });
  const person = userEvent.setup({ delay: null });
  await person.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create token' });
  await person.type(within(dialog).getByLabelText('Name'), 'Lobby display');
  await person.click(within(dialog).getByRole('button', { name: 'Create token' }));
  expect(await within(dialog).findByLabelText('Token')).toHaveValue('hal_abc');
  expect(sent).toEqual([{ name: 'Lobby display', scope: 'read', expiresInDays: 90 }]);
  await person.click(within(dialog).getByRole('button', { name: 'Done' }));
  const item = (await screen.findByText('Lobby display')).closest('li')!;
  expect(item).toHaveTextContent('Lobby displayReadExpiredUntil Jan 1, 2020 · Never used');
  await person.click(within(item).getByRole('button', { name: 'Revoke Lobby display' }));
  await person.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }),
  );
  await waitFor(() => expect(screen.queryByText('Lobby display')).toBeNull());
});
