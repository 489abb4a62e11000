import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { endSession } from '@/lib/sessionEvents.ts';
import FlagsPage from '../page/FlagsPage.tsx';
import { makeFlag, makeUser, node, seconds } from '../testing/flags.ts';
import { renderPage } from '../testing/renderPage.tsx';
import { MoveNotices } from './MoveNotices.tsx';

const notices = () => screen.getByTestId('notices').textContent;

test('a move is announced only after the pole has responded', async () => {
  const flag = makeFlag({ name: 'City Hall North' });
  const { person, transport } = await renderPage(
    <>
      <FlagsPage />
      <div data-testid="notices">
        <MoveNotices />
      </div>
    </>,
    { user: makeUser('master'), flags: [flag] },
  );
  await person.click(screen.getByRole('switch', { name: /^Flag Half, City Hall North/ }));
  const { values } = transport.updates.at(-1)!;
  const half = { flagUp: false, flagDown: false, flagHalf: true, lamp: false };
  const moved = (reported: object) =>
    act(() => {
      flagStore.receive(flag, node({ ...values, reported: { ...reported, lastSeen: seconds() } }));
      flagStore.flush();
    });
  moved({ ...half, flagHalf: false });
  expect(notices()).toBe('');
  moved(half);
  expect(notices()).toBe('City Hall North: Flag is at half-staff');

  act(() => endSession());
  expect(notices()).toBe('');
});
