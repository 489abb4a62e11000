import type { ListedMove, MoveProgress } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { largeMoves } from '../../commands/largeMoves.ts';
import FlagsPage from '../../page/FlagsPage.tsx';
import { makeFlag, makeUser } from '../../testing/flags.ts';
import { moveAnswer, planAnswer } from '../../testing/moves.ts';
import { renderPage } from '../../testing/renderPage.tsx';
import { BulkStatus } from './BulkStatus.tsx';

afterEach(() => {
  largeMoves.reset();
  sessionStorage.clear();
});

const page = (
  <>
    <FlagsPage />
    <BulkStatus />
  </>
);
const total = 12_000;
const sending: MoveProgress = {
  ...{ total, remaining: 9000, sent: 2990, refused: 0, skipped: 10, notSent: 0 },
  ...{ confirmed: 100, waiting: 2890, notConfirmed: 0, undone: 0 },
  ...{ isUndoing: false, isDone: false, isCanceled: false },
};
const canceled: MoveProgress = {
  ...{ ...sending, remaining: 0, notSent: 9000, confirmed: 2990, waiting: 0 },
  ...{ isDone: true, isCanceled: true },
};
const made = (progress: MoveProgress): ListedMove => ({
  ...moveAnswer({ control: 'down', flagIds: [] }),
  ...{ id: 'large', progress, poles: [] },
});
const panel = async () =>
  within(await screen.findByRole('region', { name: 'Down: result' }, { timeout: 3000 }));

test('a large mass move shows its progress, can be canceled, and lists the poles with problems', async () => {
  const flag = makeFlag({ id: 'one', name: 'One' });
  let progress = sending;
  const { person, calls } = await renderPage(page, {
    user: makeUser('master'),
    flags: [flag],
    answer: (method, path, body) => {
      if (path === '/api/moves/plans') {
        const plan = planAnswer(body as { control: 'down'; flagIds: string[] }, [flag]);
        return Response.json({ ...plan, count: total, flags: null, leftOut: null });
      }
      if (method === 'POST' && path === '/api/moves') return Response.json(made(progress));
      if (path === '/api/moves/large/cancel') {
        progress = canceled;
        return Response.json(made(progress));
      }
      if (path === '/api/moves/large') return Response.json(made(progress));
      if (path.startsWith('/api/moves/large/flags'))
        return Response.json({
          items: [{ ...flag, problem: 'Not sent: canceled' }],
          ...{ total: 9010, page: 1 },
        });
      return undefined;
    },
  });
  await person.click(screen.getByRole('switch', { name: 'All Down, 1 online' }));
  await person.click(await screen.findByRole('button', { name: 'Move 12,000 poles' }));
  const bar = await panel();
  expect(bar.getByRole('heading')).toHaveTextContent('Down: sent to 3,000 of 12,000 poles');
  expect(bar.getByRole('progressbar')).toHaveAttribute('value', '3000');
  expect(bar.queryByRole('button', { name: 'Undo' })).toBeNull();
  await person.click(bar.getByRole('button', { name: 'Cancel' }));
  await waitFor(() =>
    expect(bar.getByRole('heading')).toHaveTextContent('2,990 of 12,000 poles confirmed'),
  );
  expect(bar.getByText('10 skipped · 9,000 not sent')).toBeVisible();
  expect(bar.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible();
  await person.click(bar.getByRole('button', { name: 'Show the list' }));
  expect(await bar.findByText('Not sent: canceled')).toBeVisible();
  await person.click(bar.getByRole('button', { name: 'Retry failed' }));
  await waitFor(() =>
    expect(calls.some(({ path }) => path === '/api/moves/large/retry')).toBe(true),
  );
  await person.click(bar.getByRole('button', { name: 'Close result: Down' }));
  expect(screen.queryByRole('region', { name: /result/ })).toBeNull();
});

test('a large mass move is still on screen after a reload', async () => {
  await renderPage(page, {
    user: makeUser('master'),
    flags: [makeFlag({ id: 'one', name: 'One' })],
    answer: (method, path) => {
      if (method === 'GET' && path === '/api/moves') return Response.json([made(sending)]);
      return path === '/api/moves/large' ? Response.json(made(sending)) : undefined;
    },
  });
  expect((await panel()).getByRole('heading')).toHaveTextContent('sent to 3,000 of 12,000 poles');
});
