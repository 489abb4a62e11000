import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Link, Route } from 'wouter';
import { renderWith } from '@/testing/render.tsx';
import { useDialogParam, useDialogRow, withDialog } from './dialogParam.ts';

let saved = () => {};

function Page() {
  const [adding, setAdding] = useDialogParam('add');
  const [inviting, setInviting] = useDialogParam('invite');
  saved = () => setAdding(false);
  return (
    <>
      <p>{adding ? 'adding' : inviting ? 'inviting' : 'nothing open'}</p>
      <button type="button" onClick={() => setAdding(true)}>
        Add
      </button>
      <button type="button" onClick={() => setAdding(false)}>
        Close
      </button>
      <button
        type="button"
        onClick={() => {
          setAdding(false);
          setInviting(false);
        }}
      >
        Close all
      </button>
    </>
  );
}
const show = (path: string) =>
  renderWith(
    <>
      <Route path="/things">
        <Page />
      </Route>
      <Link href="/elsewhere">away</Link>
    </>,
    { path },
  );

test("opening or closing a dialog changes only the dialog's own parameter in the URL", async () => {
  const { history } = show('/things?q=pier');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('adding')).toBeVisible();
  expect(history.at(-1)).toBe('/things?q=pier&dialog=add');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('nothing open')).toBeVisible();
  expect(history.at(-1)).toBe('/things?q=pier');
});

test('a dialog opened by a link stays open when the page closes a different dialog', async () => {
  const { history } = show(withDialog('/things', 'invite'));
  expect(screen.getByText('inviting')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(history.at(-1)).toBe('/things?dialog=invite');
});

test('a page can close the open dialog without knowing which one it is', async () => {
  for (const path of ['/things?dialog=add', '/things?dialog=invite']) {
    const { history, unmount } = show(path);
    await userEvent.click(screen.getByRole('button', { name: 'Close all' }));
    expect(history.at(-1)).toBe('/things');
    unmount();
  }
});

test('a save that finishes after the user has left the page does not navigate back', async () => {
  const { history } = show('/things?dialog=add');
  await userEvent.click(screen.getByRole('link', { name: 'away' }));
  saved();
  expect(history.at(-1)).toBe('/elsewhere');
});

/** A list that loads late, with a row that another user renames. */
function LateRows() {
  const [rows, setRows] = useState<{ id: string; name: string }[]>([]);
  const list = (name: string) => [
    { id: 'a', name: 'Acme' },
    { id: 'b', name },
  ];
  return (
    <>
      <Rows rows={rows} />
      <button type="button" onClick={() => setRows(list('Birch'))}>
        Load
      </button>
      <button type="button" onClick={() => setRows(list('Oak'))}>
        Rename
      </button>
    </>
  );
}

function Rows({ rows }: { rows: { id: string; name: string }[] }) {
  const [row, setRow] = useDialogRow('edit', rows);
  return (
    <>
      <p>{row ? `editing ${row.name}` : 'nothing open'}</p>
      <button type="button" onClick={() => setRow(rows[0]!)}>
        Edit
      </button>
      <button type="button" onClick={() => setRow(null)}>
        Close
      </button>
    </>
  );
}

test("a row's dialog opens from the URL once the list has loaded", async () => {
  const { history } = renderWith(<LateRows />, { path: '/things?dialog=edit:b' });
  expect(screen.getByText('nothing open')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Load' }));
  expect(screen.getByText('editing Birch')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(history.at(-1)).toBe('/things');
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect(history.at(-1)).toBe('/things?dialog=edit%3Aa');
});

test('a dialog keeps showing its row unchanged when another user changes the row', async () => {
  renderWith(<LateRows />, { path: '/things?dialog=edit:b' });
  await userEvent.click(screen.getByRole('button', { name: 'Load' }));
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(screen.getByText('editing Birch')).toBeVisible();
});
