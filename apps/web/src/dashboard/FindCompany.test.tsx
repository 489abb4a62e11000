import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { FindCompany } from './FindCompany.tsx';

const COMPANIES = [makeCompany('acme', 'Acme Port'), makeCompany('birch', 'Birch & Sons')];

async function open(companies = COMPANIES) {
  serve({ 'GET /api/companies': () => ({ body: companies }) });
  const rendered = renderWith(<FindCompany />, { user: testUser(), path: '/' });
  await userEvent.click(screen.getByRole('button', { name: 'Find Company' }));
  return rendered;
}
const names = () => screen.getAllByRole('link').map((link) => link.textContent);

describe('Find Company (spec §2)', () => {
  test('filters by name, ignoring case, and links to the company', async () => {
    const { history } = await open();
    await waitFor(() => expect(names()).toEqual(['Acme Port', 'Birch & Sons']));
    await userEvent.type(screen.getByPlaceholderText('Type company name...'), 'BIRCH');
    expect(names()).toEqual(['Birch & Sons']);
    await userEvent.click(screen.getByRole('link', { name: 'Birch & Sons' }));
    expect(history.at(-1)).toBe('/companies/birch');
    await waitFor(() => expect(screen.queryByPlaceholderText('Type company name...')).toBeNull());
  });

  test('shows a message if no company matches', async () => {
    await open();
    await userEvent.type(screen.getByPlaceholderText('Type company name...'), 'zzz');
    expect(await screen.findByText('No companies found')).toBeVisible();
  });

  test('opens the first match when the user presses Enter, and lets the user move through the list with the arrow keys', async () => {
    const { history } = await open();
    await screen.findByRole('link', { name: 'Acme Port' });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Birch & Sons' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}p');
    await userEvent.keyboard('{Enter}');
    expect(history.at(-1)).toBe('/companies/acme');
  });

  test('renders only some of the links if there are thousands', async () => {
    await open(Array.from({ length: 3000 }, (_, i) => makeCompany(`c${i}`, `Company ${i}`)));
    await screen.findByRole('link', { name: 'Company 0' });
    expect(names()).toHaveLength(50);
    expect(screen.getByText('and 2,950 more; keep typing')).toBeVisible();
  });
});
