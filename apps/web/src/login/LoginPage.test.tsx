import { credentials } from '@halyard/domain';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import LoginPage from './LoginPage.tsx';

const signIn = async () => {
  await userEvent.type(screen.getByLabelText('Username'), 'pat');
  await userEvent.type(screen.getByLabelText('Password'), 'halyard-demo');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
};

describe('login (spec §2)', () => {
  it('shows the form, the four features and the way to a new password', () => {
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    expect(screen.getByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(screen.getByText('Flag Control Platform')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Real-time flag status monitoring',
      'Remote switch control (Up, Down, Half, Lamp)',
      'Multi-tenant organization management',
      'Role-based access control',
    ]);
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  it("signs in, showing 'Logging in...' meanwhile, and goes to the dashboard", async () => {
    const { promise, resolve } = deferredAnswer();
    serve({ 'POST /api/login': () => promise });
    const { history } = renderWith(<LoginPage />, { user: null, path: '/auth' });
    await signIn();
    expect(screen.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    resolve({ body: testUser() });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  it("says 'Login failed' with status and text, and keeps what was typed", async () => {
    serve({ 'POST /api/login': () => ({ status: 401, body: 'Wrong username or password.' }) });
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    await signIn();
    expect(await screen.findByText('Login failed', { selector: 'li *' })).toBeInTheDocument();
    expect(
      screen.getByText('401: Wrong username or password.', { selector: 'li *' }),
    ).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveValue('pat');
    expect(screen.getByLabelText('Password')).toHaveValue('halyard-demo');
  });

  it('asks for what is missing in the words of the contract, and sends nothing', async () => {
    const fetch = serve({});
    renderWith(<LoginPage />, { user: null, path: '/auth' });
    await userEvent.click(screen.getByRole('button', { name: 'Login' }));
    const issues = credentials.safeParse({ username: '', password: '' }).error?.issues ?? [];
    expect(issues).toHaveLength(2);
    for (const issue of issues) expect(screen.getByText(issue.message)).toBeInTheDocument();
    expect(screen.getByLabelText('Username')).toHaveFocus();
    expect(fetch).not.toHaveBeenCalled();
  });

  it('sends a signed-in person to the dashboard', async () => {
    const { history } = renderWith(<LoginPage />, { user: testUser(), path: '/auth' });
    await waitFor(() => expect(history.at(-1)).toBe('/'));
  });

  it('keeps search engines away while it is shown', () => {
    const { unmount } = renderWith(<LoginPage />, { user: null, path: '/auth' });
    expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute(
      'content',
      'noindex',
    );
    unmount();
    expect(document.head.querySelector('meta[name="robots"]')).toBeNull();
  });

  it('fills the form with one click in the demo', async () => {
    const demo = { usernames: ['master', 'company'], password: 'halyard-demo' };
    renderWith(<LoginPage />, { user: null, config: testConfig({ demo }), path: '/auth' });
    await userEvent.click(screen.getByRole('button', { name: 'company' }));
    expect(screen.getByLabelText('Username')).toHaveValue('company');
    expect(screen.getByLabelText('Password')).toHaveValue('halyard-demo');
  });

  it("shows the operator's own product name", () => {
    const config = testConfig({ productName: 'Flags of Ohio' });
    renderWith(<LoginPage />, { user: null, config, path: '/auth' });
    expect(screen.getAllByText('Flags of Ohio').length).toBeGreaterThan(0);
    expect(document.title).toBe('Login · Flags of Ohio');
  });
});
