import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { currentUserQuery } from '@/lib/session/currentUserQuery.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import { SIDEBARS } from '../../testing/sidebars.ts';
import { RequireUser } from '../guards.tsx';
import { NotFoundPage } from '../NotFoundPage.tsx';
import { Shell } from './Shell.tsx';

const users = {
  master: testUser(),
  company_user: testUser({ role: 'company_user', companyId: 'c1' }),
  location_user: testUser({ role: 'location_user', companyId: 'c1', locationId: 'l1' }),
  employee: testUser({ role: 'employee', companyId: 'c1' }),
} as const;

function show(role: keyof typeof users, path = '/nowhere') {
  return renderWith(
    <RequireUser>
      <Shell>
        <NotFoundPage />
      </Shell>
    </RequireUser>,
    { user: users[role], path },
  );
}

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: each test begins without the sidebar's cookie
  document.cookie = 'sidebar_state=; path=/; max-age=0';
});

test('the user menu offers to install the console if the browser supports it, until the user accepts', async () => {
  show('employee');
  const openMenu = () => userEvent.click(screen.getByRole('button', { name: 'User menu' }));
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  const prompt = vi.fn(() => Promise.resolve());
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Install app' }));
  expect(prompt).toHaveBeenCalledOnce();
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: 'Install app' })).toBeNull();
});

describe('the application shell (spec §2)', () => {
  test.each([
    ['master', SIDEBARS.master, 'Master User'],
    ['company_user', SIDEBARS.company_user, 'Company User'],
    ['location_user', SIDEBARS.location_user, 'Location User'],
  ] as const)('shows the pages, username and badge of the role %s', (role, items, badge) => {
    show(role);
    const navigation = screen.getByRole('navigation', { name: 'Main' });
    const links = within(navigation).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(items);
    expect(screen.getByText('pat')).toBeInTheDocument();
    expect(screen.getByText(badge)).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: 'Logout' })).toHaveLength(2);
  });

  test('shows an employee neither the sidebar nor its toggle', () => {
    show('employee');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Toggle sidebar' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Logout' })).toBeInTheDocument();
  });

  test('marks the current page in the sidebar', () => {
    show('master', '/flags');
    expect(screen.getByRole('link', { name: 'Flags' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('aria-current');
  });

  test('toggles the sidebar with its button or with Ctrl or Meta plus B, and remembers its state', async () => {
    show('master');
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar' });
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Control>}b{/Control}');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(document.cookie).toContain('sidebar_state=false');
    await userEvent.keyboard('{Meta>}b{/Meta}');
    expect(document.cookie).toContain('sidebar_state=true');
    await userEvent.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  test.each([
    ['master', [], ['Setup checklist']],
    ['company_user', ['Dashboard'], ['Setup checklist']],
    ['location_user', [], []],
    ['employee', ['Dashboard'], []],
  ] as const)(
    'shows the role %s its user menu (dashboard link: %j, setup link: %j)',
    async (role, home, setUp) => {
      const { history } = show(role);
      await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
      const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
      expect(items).toEqual([
        ...home,
        'Profile',
        'Change Password',
        'Help',
        'Keyboard shortcuts',
        ...setUp,
        'Logout',
      ]);
      await userEvent.click(screen.getByRole('menuitem', { name: 'Profile' }));
      expect(history.at(-1)).toBe('/profile');
      await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
      await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
      expect(screen.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
    },
  );

  test("asks for confirmation in the specification's words before signing out", async () => {
    show('master');
    await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
    const dialog = screen.getByRole('alertdialog', { name: 'Logout' });
    expect(within(dialog).getByText('Are you sure you want to logout?')).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test("shows 'Logging out...' while signing out, then redirects to /auth", async () => {
    const { promise, resolve } = deferredAnswer();
    serve({ 'POST /api/logout': () => promise });
    const { client, history } = show('master');
    await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
    const dialog = screen.getByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Logout' }));
    expect(within(dialog).getByRole('button', { name: 'Logging out...' })).toBeDisabled();
    resolve({ body: { ok: true } });
    await waitFor(() => expect(history.at(-1)).toBe('/auth'));
    expect(client.getQueryData(currentUserQuery().queryKey)).toBeNull();
  });

  test("shows 'Logout failed' and keeps the user signed in if signing out fails", async () => {
    serve({ 'POST /api/logout': () => ({ status: 500, body: 'No.' }) });
    show('master');
    await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
    const dialog = screen.getByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Logout' }));
    expect(await screen.findByText('Logout failed', { selector: 'li *' })).toBeInTheDocument();
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  test("shows the 404 page in the specification's words", () => {
    show('master');
    expect(screen.getByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument();
  });
});
