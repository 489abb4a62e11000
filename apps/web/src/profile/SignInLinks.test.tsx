import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { SignInLinks } from './SignInLinks.tsx';

test("the profile lists the account's single sign-on identities, and lets the user disconnect one", async () => {
  let links = [
    {
      id: 'l1',
      label: 'Contoso',
      issuer: 'https://id.contoso.example',
      since: Date.UTC(2026, 2, 1, 12),
    },
  ];
  serve({
    'GET /api/user/sign-in-links': () => ({ body: links }),
    'DELETE /api/user/sign-in-links/l1': () => {
      links = [];
      return { status: 204 };
    },
  });
  renderWith(<SignInLinks />, { user: testUser() });
  expect(await screen.findByText('https://id.contoso.example, since Mar 1, 2026')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Disconnect Contoso' }));
  expect(await screen.findByText('Sign-in provider disconnected')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Single sign-on')).toBe(null));
});
