import type { PoleHalfStaff, Source } from '@halyard/domain';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { serve } from '@/testing/server.ts';
import { HoldForm } from './HoldForm.tsx';

const NOON = Date.UTC(2026, 11, 7, 17);
const SUNRISE = Date.UTC(2026, 11, 8, 12, 11);
const DAY: Source = {
  kind: 'annual-day',
  key: 'day:2026-12-07',
  keys: ['day:2026-12-07'],
  by: null,
  title: 'National Pearl Harbor Remembrance Day',
};

function show(source: Source) {
  const sent: unknown[] = [];
  const status: PoleHalfStaff = {
    engine: { isOn: true, by: 'pat', at: 1 },
    now: NOON,
    timeZone: 'America/New_York',
    sunrise: SUNRISE,
    nextSunset: 0,
    should: { position: 'half', lamp: null, source, since: null, until: null, nextChange: null },
    reason: '',
    hold: null,
    coming: [],
    ledger: [],
  };
  const flag = makeFlag({ name: 'One' });
  serve({
    [`POST /api/flags/${flag.id}/hold`]: (body) => {
      sent.push((body as { expires: unknown }).expires);
      return { body: status };
    },
  });
  renderWith(<HoldForm flag={flag} status={status} onClose={() => {}} />, { user: testUser() });
  const person = userEvent.setup({ delay: null });
  const choose = async (option: string | null) => {
    await person.clear(screen.getByLabelText('Reason for the hold'));
    await person.type(screen.getByLabelText('Reason for the hold'), 'Parade');
    if (option !== null) {
      await person.click(screen.getByLabelText('Hold'));
      await person.click(screen.getByRole('option', { name: option }));
    }
    await person.click(screen.getByRole('button', { name: 'Hold' }));
  };
  return { sent, choose };
}

test("a new hold lasts until sunrise by default, and can end when the half-staff day ends or at a time in the pole's time zone", async () => {
  const { sent, choose } = show(DAY);
  expect(screen.getByLabelText('Hold')).toHaveTextContent('Until sunrise, Dec 8, 7:11 AM EST');
  await choose(null);
  await choose('Until the day ends');
  await choose('Until a chosen time');
  expect(screen.getByLabelText('Until (EST)')).toHaveValue('2026-12-07T16:00');
  expect(sent).toEqual([
    { kind: 'source-ends', sourceKey: DAY.key, at: SUNRISE },
    { kind: 'source-ends', sourceKey: DAY.key },
    { kind: 'at', at: NOON + 4 * 3_600_000 },
  ]);
});

test('the hold form suggests a duration of 4 hours if nothing is in effect', () => {
  show({ kind: 'none', key: 'none', keys: ['none'], by: null, title: '' });
  expect(screen.getByLabelText('Hold')).toHaveTextContent('For 4 hours');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
});
