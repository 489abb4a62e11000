import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { SignInMails } from './SignInMails.tsx';

test('a user can turn off emails about new devices, and the switch then shows the stored setting', async () => {
  const user = testUser();
  const sent: unknown[] = [];
  serve({
    'PUT /api/user/sign-in-mails': (body) => {
      sent.push(body);
      return { body: { ...user, ...(body as object) } };
    },
  });
  renderWith(<SignInMails />, { user });
  const control = screen.getByRole('switch', { name: /Email me about new devices/ });
  expect(control).toBeChecked();
  await userEvent.click(control);
  await waitFor(() => expect(control).toBeEnabled());
  expect(control).not.toBeChecked();
  expect(sent).toEqual([{ mailsSignIns: false }]);
});

test('the switch for emails about new devices stays on if turning it off fails', async () => {
  serve({ 'PUT /api/user/sign-in-mails': () => ({ status: 503, body: 'Not now.' }) });
  renderWith(<SignInMails />, { user: testUser() });
  const control = screen.getByRole('switch', { name: /Email me about new devices/ });
  await userEvent.click(control);
  expect(await screen.findByText('503: Not now.', { selector: 'li *' })).toBeVisible();
  expect(control).toBeChecked();
});
