import type { Import, ImportPlan } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import ImportPage from './ImportPage.tsx';

const PLAN: ImportPlan = {
  plan: 'seen',
  lines: [
    { line: 2, name: 'POLE-1', fate: 'create', notes: [], changes: [] },
    {
      line: 3,
      name: 'POLE-2',
      fate: 'refused',
      notes: [{ column: 'Location', text: 'Location not found' }],
      changes: [],
    },
  ],
  counts: { create: 1, update: 0, same: 0, refused: 1 },
  warnings: ['1 unknown column is ignored: “Colour”.'],
  mayInvite: false,
};
const DONE: Import = {
  id: 'import',
  kind: 'flags',
  state: 'done',
  percent: 100,
  mayCancel: false,
  created: 1,
  updated: 0,
  hasKeys: false,
  problem: null,
  createdAt: 0,
  endedAt: 1,
};
/** The server's response when the user has no import running. */
const QUIET = { 'GET /api/imports': () => ({ body: [] }) };
const FILE = new File(['Company,Location,Name,Flag ID\n'], 'poles.csv', { type: 'text/csv' });

test('the import page shows what will happen to each row, with problems first, and does not import while a row has errors', async () => {
  serve({ ...QUIET, 'POST /api/import/flags/preview': () => ({ body: PLAN }) });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  await userEvent.upload(screen.getByLabelText('CSV file'), FILE);
  const dryRun = await screen.findByRole('region', { name: 'Dry run' });
  expect(within(dryRun).getByRole('status')).toHaveTextContent(
    '1 new, 0 changed, 0 unchanged, 1 with errors',
  );
  expect(screen.getByText('1 unknown column is ignored: “Colour”.')).toBeVisible();
  expect(within(dryRun).getByText('Location not found')).toBeVisible();
  expect(within(dryRun).getByRole('columnheader', { name: /^Result/ })).toBeVisible();
  expect(within(dryRun).queryByText('POLE-1')).toBe(null);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Problems only' }));
  expect(within(dryRun).getByText('POLE-1')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import 1 flag' })).toBeDisabled();
});

test('the import page imports what the dry run showed, and offers the device keys only once', async () => {
  const good = { ...PLAN, lines: PLAN.lines.slice(0, 1), counts: { ...PLAN.counts, refused: 0 } };
  let sent: unknown;
  serve({
    ...QUIET,
    'POST /api/import/flags/preview': () => ({ body: good }),
    'POST /api/import/flags': (body) => {
      sent = body;
      return {
        body: {
          ...DONE,
          keys: 'Flag ID,Device Key\r\nPOLE-1,secret\r\n',
          invited: 0,
        },
      };
    },
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:keys';
  });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  await userEvent.upload(screen.getByLabelText('CSV file'), FILE);
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 flag' }));
  expect(await screen.findByRole('heading', { name: '1 flag imported' })).toBeVisible();
  expect(sent).toEqual({ csv: 'Company,Location,Name,Flag ID\n', plan: 'seen', invite: false });
  expect(screen.getByRole('button', { name: 'Import another file' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Save device keys' }));
  expect(await saved[0]!.text()).toContain('POLE-1,secret');
  await userEvent.click(screen.getByRole('button', { name: 'Import another file' }));
  expect(screen.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

test('the import page shows changes as old and new values, and applies them after one confirmation', async () => {
  const changed: ImportPlan = {
    ...PLAN,
    lines: [
      PLAN.lines[0]!,
      {
        line: 3,
        name: 'POLE-2',
        fate: 'update',
        notes: [],
        changes: [
          { column: 'Name', from: 'Gate', to: 'Main Gate' },
          { column: 'Description', from: 'Old', to: '' },
        ],
      },
    ],
    counts: { create: 1, update: 1, same: 240, refused: 0 },
  };
  const sent: unknown[] = [];
  serve({
    ...QUIET,
    'POST /api/import/flags/preview': () => ({ body: changed }),
    'POST /api/import/flags': (body) => {
      sent.push(body);
      return { body: { ...DONE, updated: 1, keys: null, invited: 0 } };
    },
  });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  await userEvent.upload(screen.getByLabelText('CSV file'), FILE);
  const dryRun = await screen.findByRole('region', { name: 'Dry run' });
  expect(within(dryRun).getByRole('status')).toHaveTextContent(/1 new, 1 changed, 240 unchanged$/);
  const items = within(dryRun).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(
    expect.arrayContaining(['Name: from Gate →  to Main Gate', 'Description: from Old →  to none']),
  );
  expect(within(dryRun).queryByText('POLE-1')).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 flag and 1 change' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Change 1 flag?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 flag and 1 change' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }));
  expect(
    await screen.findByRole('heading', { name: '1 flag imported, 1 flag changed' }),
  ).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('the import page shows what is wrong with a file that is not UTF-8, and sends nothing', async () => {
  const sent: unknown[] = [];
  const preview = (body: unknown) => ({ body: sent.push(body) });
  serve({ ...QUIET, 'POST /api/import/companies/preview': preview });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=companies' });
  const latin = new File([new Uint8Array([0x4e, 0xfc, 0x72])], 'old.csv', { type: 'text/csv' });
  await userEvent.upload(screen.getByLabelText('CSV file'), latin);
  expect(await screen.findByRole('alert')).toHaveTextContent('old.csv isn’t UTF-8.');
  expect(sent).toEqual([]);
});

test('the import page offers a company user only the kinds of data that the user may create', async () => {
  serve(QUIET);
  renderWith(<ImportPage />, {
    user: testUser({ role: 'company_user', companyId: 'acme' }),
    path: '/import',
  });
  await waitFor(() => expect(screen.getAllByRole('tab')).toHaveLength(2));
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Locations',
    'Employees',
  ]);
});

test('the import page shows a running import with its progress, and cancels it on request', async () => {
  let run: Import = { ...DONE, state: 'staging', percent: 42, mayCancel: true, endedAt: null };
  serve({
    'GET /api/imports': () => ({ body: [run] }),
    'DELETE /api/imports/import': () => {
      run = { ...run, state: 'canceled', percent: 0, mayCancel: false, endedAt: 1 };
      return { status: 204 };
    },
  });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  expect(await screen.findByRole('progressbar', { name: 'Import' })).toHaveAttribute('value', '42');
  expect(screen.getByRole('status')).toHaveTextContent(
    'Importing rows. They stay hidden until the import finishes. (42%)',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Canceled. Nothing was imported.')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBe(null);
});

test('the import page keeps offering the device keys of an import that ended in the background until the user saves them', async () => {
  let run: Import = { ...DONE, created: 5000, hasKeys: true };
  serve({
    'GET /api/imports': () => ({ body: [run] }),
    'POST /api/imports/import/keys': () => {
      run = { ...run, hasKeys: false };
      return {
        body: 'Flag ID,Device Key\r\nPOLE-1,secret\r\n',
        headers: { 'content-type': 'text/csv' },
      };
    },
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:keys';
  });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  expect(await screen.findByRole('heading', { name: '5,000 flags imported' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save device keys' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /imported/ })).toBe(null));
  expect(await saved[0]!.text()).toContain('POLE-1,secret');
});

test('the import page runs a large import in the background, and shows the reason if it fails', async () => {
  const good = { ...PLAN, lines: PLAN.lines.slice(0, 1), counts: { ...PLAN.counts, refused: 0 } };
  let run: Import = { ...DONE, state: 'checking', percent: 3, mayCancel: true, endedAt: null };
  let list: Import[] = [];
  serve({
    'GET /api/imports': () => ({ body: list }),
    'POST /api/import/flags/preview': () => ({ body: good }),
    'POST /api/import/flags': () => {
      list = [run];
      return { body: { ...run, keys: null, invited: 0 } };
    },
  });
  renderWith(<ImportPage />, { user: testUser(), path: '/import?kind=flags' });
  await userEvent.upload(screen.getByLabelText('CSV file'), FILE);
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 flag' }));
  expect(await screen.findByText('Checking rows… (3%)')).toBeVisible();
  run = { ...run, state: 'failed', mayCancel: false, endedAt: 1, problem: 'Line 2: taken.' };
  list = [run];
  expect(await screen.findByText('Line 2: taken.', {}, { timeout: 5000 })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Nothing was imported' })).toBeVisible();
});
