import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { COMPANY_COLUMNS } from '@/companies/companyColumns.tsx';
import { DataList } from '@/components/DataList.tsx';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { deferredAnswer, serve } from '@/testing/server.ts';
import { useListState } from './listState.ts';
import { useListPage } from './useListPage.ts';

function Companies() {
  const list = useListState({ sortKeys: ['name', 'locations', 'flags', 'users'] as const });
  const { rows, total, isEmpty } = useListPage('listCompanies', list);
  return (
    <>
      <input
        aria-label="Search"
        value={list.search}
        onChange={(event) => list.setSearch(event.target.value)}
      />
      {isEmpty && 'Nothing here'}
      {total !== undefined && (
        <DataList
          label="Companies"
          columns={COMPANY_COLUMNS}
          rows={rows}
          total={total}
          list={list}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
        />
      )}
    </>
  );
}

const companies = Array.from({ length: 25 }, (_, index) =>
  makeCompany(`c${index}`, `Customer ${index}`),
);

test('a list requests only the page that it shows, with the current search text and sort order', async () => {
  const fetch = serve({ 'GET /api/companies': () => ({ body: companies }) });
  const requested = () => fetch.mock.calls.map(([address]) => String(address));
  renderWith(<Companies />, { user: testUser(), path: '/companies?page=2&sort=-name' });
  expect(await screen.findByText('Showing 11-20 of 25 total items')).toBeVisible();
  expect(requested()).toEqual(['/api/companies?page=2&limit=10&sort=-name']);
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'c' } });
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'customer 7' } });
  expect(await screen.findByText('Showing 1-1 of 1 total items')).toBeVisible();
  // Letters typed in quick succession cause only one search.
  expect(requested().filter((address) => address.includes('q='))).toEqual([
    '/api/companies?page=1&limit=10&q=customer+7&sort=-name',
  ]);
  expect(screen.queryByText('Nothing here')).toBeNull();
});

test('a list shows its old rows until the next page has arrived', async () => {
  const next = deferredAnswer();
  const page = (number: number) => ({
    body: {
      items: companies.slice(number * 10 - 10, number * 10),
      total: 25,
      page: number,
      next: null,
    },
  });
  serve({
    'GET /api/companies?page=1&limit=10': () => page(1),
    'GET /api/companies?page=2&limit=10': () => next.promise,
  });
  renderWith(<Companies />, { user: testUser(), path: '/companies' });
  expect(await screen.findByText('Customer 3')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByText('Customer 3')).toBeVisible();
  await act(async () => next.resolve(page(2)));
  expect(await screen.findByText('Customer 13')).toBeVisible();
  expect(screen.queryByText('Customer 3')).toBeNull();
});
