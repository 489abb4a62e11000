import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import FlagsPage from '../FlagsPage.tsx';
import { makeFlag, makeUser, silentNode } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { BulkStatus } from './BulkStatus.tsx';
import { bulkActions } from './bulkActions.ts';

afterEach(() => {
  act(() => bulkActions.reset());
});

it('lists the poles that did not follow with their causes, until it is closed, and asks those again that can be', async () => {
  const good = makeFlag({ name: 'Good', flagId: 'g-1' });
  const away = makeFlag({ name: 'Away', flagId: 'a-1' }, silentNode(725));
  const { person, transport } = await renderPage(
    <>
      <FlagsPage />
      <BulkStatus />
    </>,
    { user: makeUser('master'), flags: [good, away] },
  );
  transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
  await person.click(screen.getByRole('switch', { name: 'All Down, 1 online' }));
  const panel = within(
    await screen.findByRole('region', { name: 'All Down: poles that did not follow' }),
  );
  expect(panel.getByRole('heading')).toHaveTextContent('All Down: 0 of 2 poles followed');
  expect(panel.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'AwayAcme · City HallOffline, last seen 12 min ago',
    'GoodAcme · City HallRefused: PERMISSION_DENIED',
  ]);
  expect(
    screen.getByText('All Down: 0 of 2 poles followed', { selector: '[role=status]' }),
  ).toBeInTheDocument();

  transport.answer = () => Promise.resolve();
  const before = transport.updates.length;
  await person.click(panel.getByRole('button', { name: 'Retry failed' }));
  expect(transport.updates.slice(before).map(({ path }) => path)).toEqual([
    'users/company-acme/hardware/g-1',
  ]);
  expect(panel.getByRole('heading')).toHaveTextContent('0 of 2 poles followed, 1 waiting');
  expect(panel.getAllByRole('listitem')).toHaveLength(1);
  expect(panel.getByRole('button', { name: 'Retry failed' })).toBeDisabled();

  await person.click(panel.getByRole('button', { name: 'Hide the list' }));
  expect(panel.queryByRole('listitem')).toBeNull();
  await person.click(panel.getByRole('button', { name: 'Close, All Down' }));
  expect(screen.queryByRole('region', { name: /did not follow/ })).toBeNull();
});
