import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import FlagsPage from '../../page/FlagsPage.tsx';
import { makeUser, numbered } from '../../testing/flags.ts';
import { renderPage } from '../../testing/renderPage.tsx';

const rendered = vi.hoisted(() => ({ rows: 0 }));
vi.mock('../../status/FlagVoltage.tsx', () => ({
  FlagVoltage: () => {
    rendered.rows++;
    return null;
  },
}));

test('selecting flags does not rerender any row', async () => {
  const { person } = await renderPage(<FlagsPage />, {
    user: makeUser('master'),
    flags: numbered(5),
  });
  expect(rendered.rows).toBeGreaterThanOrEqual(5);
  rendered.rows = 0;
  await person.click(screen.getByRole('checkbox', { name: 'Select Pole 2' }));
  await person.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getByText('5 selected')).toBeVisible();
  expect(rendered.rows).toBe(0);
});
