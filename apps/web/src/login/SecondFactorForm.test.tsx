import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import LoginPage from './LoginPage.tsx';

/**
 * Signs in with the right password, and waits for the form that asks for the second-factor code.
 */
async function asked(finish: Handler) {
  const fetch = serve({
    'POST /api/login': () => ({ body: { secondFactorAsked: true } }),
    'POST /api/login/second-factor': finish,
  });
  const rendered = renderWith(<LoginPage />, { user: null, path: '/auth' });
  await userEvent.type(screen.getByLabelText('Username'), 'pat');
  await userEvent.type(screen.getByLabelText('Password'), 'halyard-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  return { ...rendered, fetch, code };
}
const login = () => userEvent.click(screen.getByRole('button', { name: 'Login' }));

test('the sign-in page asks for a second factor after the password, then signs in', async () => {
  const sent: unknown[] = [];
  const { code, history } = await asked((body) => {
    sent.push(body);
    return { body: testUser() };
  });
  await userEvent.type(code, '123 456');
  await login();
  await waitFor(() => expect(history.at(-1)).toBe('/'));
  expect(sent).toEqual([{ code: '123 456' }]);
});

test('the second-factor form shows what is wrong with the code, and keeps the typed value', async () => {
  const { code } = await asked(() => ({ status: 401, body: 'This code is incorrect.' }));
  await login();
  expect(await screen.findByText('Code is required')).toBeVisible();
  await userEvent.type(code, '000000');
  await login();
  expect(await screen.findByText('401: This code is incorrect.')).toBeVisible();
  expect(code).toHaveValue('000000');
});

test('the second-factor form lets the user go back to the password form', async () => {
  await asked(() => ({ status: 401, body: 'No.' }));
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Password')).toBeVisible();
});
