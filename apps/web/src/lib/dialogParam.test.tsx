import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Link, Route } from 'wouter';
import { renderWith } from '@/testing/render.tsx';
import { useDialogParam, withDialog } from './dialogParam.ts';

let saved = () => {};

function Page() {
  const [adding, setAdding] = useDialogParam('add');
  const [inviting] = useDialogParam('invite');
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

it('a dialog opens by the address of its page, and keeps what else is in it', async () => {
  const { history } = show('/things?q=pier');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByText('adding')).toBeVisible();
  expect(history.at(-1)).toBe('/things?q=pier&dialog=add');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('nothing open')).toBeVisible();
  expect(history.at(-1)).toBe('/things?q=pier');
});

it('a link opens it, and one dialog does not close another', async () => {
  const { history } = show(withDialog('/things', 'invite'));
  expect(screen.getByText('inviting')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(history.at(-1)).toBe('/things?dialog=invite');
});

it('a save that ends after the page was left leads nobody back to it', async () => {
  const { history } = show('/things?dialog=add');
  await userEvent.click(screen.getByRole('link', { name: 'away' }));
  saved();
  expect(history.at(-1)).toBe('/elsewhere');
});
