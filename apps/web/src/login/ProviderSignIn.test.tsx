import { PROVIDER_PROBLEMS } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWith, testConfig } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import LoginPage from './LoginPage.tsx';

const leave = vi.fn();
beforeEach(() => {
  vi.spyOn(window, 'location', 'get').mockReturnValue({
    ...window.location,
    assign: leave,
  });
});
afterEach(() => {
  leave.mockClear();
  vi.restoreAllMocks();
});

const show = (signIn: { system: string | null; companies: boolean }, path = '/auth') =>
  renderWith(<LoginPage />, { user: null, path, config: testConfig({ signIn }) });
const NONE = { system: null, companies: false };

test('the sign-in page starts a sign-in with the system-wide provider', async () => {
  const url = 'https://idp.example/auth?x=1';
  serve({ 'POST /api/sign-in': (body) => ({ body: { url: url + JSON.stringify(body) } }) });
  show({ system: 'Contoso', companies: false });
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Contoso' }));
  await waitFor(() => expect(leave).toHaveBeenCalledWith(`${url}{}`));
});

test("the sign-in page asks for an email address to find the company's sign-in provider", async () => {
  const sent: unknown[] = [];
  serve({
    'POST /api/sign-in': (body) => {
      sent.push(body);
      return { status: 404, body: 'Single sign-on is not set up for this email address.' };
    },
  });
  show({ system: null, companies: true });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Continue with single sign-on' }),
  );
  await userEvent.type(screen.getByLabelText('Work email'), 'pat@acme.example');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(
    await screen.findByText('404: Single sign-on is not set up for this email address.'),
  ).toBeVisible();
  expect(sent).toEqual([{ email: 'pat@acme.example' }]);
  expect(leave).not.toHaveBeenCalled();
});

test('the sign-in page has no button for single sign-on if there is no provider', async () => {
  show(NONE);
  expect(await screen.findByRole('button', { name: 'Login' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
});

test.each(PROVIDER_PROBLEMS)(
  'the sign-in page shows why a sign-in through a provider failed: %s',
  async (problem) => {
    show(NONE, `/auth?problem=${problem}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/\.$/);
  },
);

test('the sign-in page ignores an unknown error code in the URL', async () => {
  show({ system: 'Contoso', companies: false }, '/auth?problem=Call+555-0100');
  expect(await screen.findByRole('button', { name: 'Continue with Contoso' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});
