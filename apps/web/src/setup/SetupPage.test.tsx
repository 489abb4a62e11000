import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import SetupPage from './SetupPage.tsx';
import { setupCode } from './setupCode.ts';

const config = testConfig({ setupNeeded: true });
const fill = async (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(label), text);

async function fillAll() {
  await fill('Setup code', 'one-time');
  await fill('First name', 'Pat');
  await fill('Last name', 'Lee');
  await fill('Email', 'pat@example.org');
  await fill('Phone', '5125550100');
  await fill('Username', 'pat');
  await fill('Password', 'long enough');
}
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create master' }));

describe('the setup page for the first master', () => {
  test.each([
    [{ search: '?code=abc', hash: '' }, 'abc'],
    [{ search: '', hash: '#code=abc' }, 'abc'],
    [{ search: '', hash: '#abc' }, 'abc'],
    [{ search: '', hash: '' }, ''],
  ])('reads the code from the link %j', (location, code) => {
    expect(setupCode(location)).toBe(code);
  });

  test('creates the master, signs them in and opens the dashboard', async () => {
    const sent: unknown[] = [];
    serve({
      'POST /api/register': (body) => {
        sent.push(body);
        return { status: 201, body: testUser() };
      },
      'GET /api/config': () => ({ body: testConfig() }),
    });
    const { history } = renderWith(<SetupPage />, { user: null, config, path: '/setup' });
    await fillAll();
    await submit();
    await waitFor(() => expect(history.at(-1)).toBe('/'));
    expect(sent).toEqual([
      {
        code: 'one-time',
        username: 'pat',
        password: 'long enough',
        firstName: 'Pat',
        lastName: 'Lee',
        email: 'pat@example.org',
        phone: '5125550100',
      },
    ]);
  });

  test("shows 'Registration failed' and keeps the typed values", async () => {
    serve({ 'POST /api/register': () => ({ status: 403, body: 'This code is not valid.' }) });
    renderWith(<SetupPage />, { user: null, config, path: '/setup' });
    await fillAll();
    await submit();
    expect(await screen.findByText('Registration failed', { selector: 'li *' })).toBeVisible();
    expect(screen.getByText('403: This code is not valid.', { selector: 'li *' })).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveValue('long enough');
  });

  test("checks the values with the API contract's schema before sending them", async () => {
    const fetch = serve({});
    renderWith(<SetupPage />, { user: null, config, path: '/setup' });
    await fill('Password', 'short');
    await submit();
    expect(
      await screen.findByText('Password must be at least 8 characters long.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Username is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    expect(fetch).not.toHaveBeenCalled();
  });

  test('links to the sign-in page if there is already a master', () => {
    renderWith(<SetupPage />, { user: null, path: '/setup' });
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/auth');
  });
});
