import { PAGES } from '@halyard/domain';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RequireUser } from '@/app/guards.tsx';
import { Header } from '@/app/shell/Header.tsx';
import { firstPageShown } from '@/lib/page/firstPage.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import { HELP_PAGES } from './helpPages.ts';

const palette = { open: false, setOpen: () => {}, button: { current: null } };
const show = (path: string, help = true) =>
  renderWith(
    <RequireUser>
      <Header sidebar={null} palette={palette} onLogout={() => {}} onShortcuts={() => {}} />
    </RequireUser>,
    { user: testUser(), path, config: testConfig({ help }) },
  );

test('every page of the console has a section in the help', () => {
  expect(Object.keys(HELP_PAGES).sort()).toEqual(Object.keys(PAGES).sort());
});

test.each([
  ['/half-staff/proof', '/help/half-staff.html#compliance'],
  ['/flags/8f2-a', '/help/console.html#a-poles-page'],
  ['/', '/help/console.html#dashboard'],
  ['/no-such-page', '/help/'],
])('the Help link on the page %s opens %s in a new tab', async (path, address) => {
  firstPageShown();
  show(path);
  const link = await screen.findByRole('link', { name: 'Help' });
  await expect.poll(() => link.getAttribute('href')).toBe(address);
  expect(link).toHaveAttribute('target', '_blank');
  await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
  const item = within(screen.getByRole('menu')).getByRole('menuitem', { name: 'Help' });
  expect(item).toHaveAttribute('href', address);
});

test('no Help link is shown if the server does not serve the help', async () => {
  show('/flags', false);
  expect(screen.queryByRole('link', { name: 'Help' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'User menu' }));
  expect(screen.queryByRole('menuitem', { name: 'Help' })).toBeNull();
});
