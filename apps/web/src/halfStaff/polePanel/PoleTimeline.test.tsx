import type { LedgerEntry, Source } from '@halyard/domain';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PoleTimeline } from './PoleTimeline.tsx';

const NOW = Date.UTC(2026, 4, 25, 15);
const source = (kind: Source['kind'], title = ''): Source => ({
  kind,
  key: kind,
  keys: [kind],
  by: null,
  title,
});
const entry = (seq: number, kind: LedgerEntry['kind'], body: LedgerEntry['body']) =>
  ({ seq, kind, at: NOW - 60_000, body }) as LedgerEntry;
const listed = (name: string) =>
  Array.from(screen.getByRole('list', { name, hidden: true }).children, (each) => each.textContent);

test("a pole's timeline shows what comes next and what happened, in the same words as other pages", () => {
  const status: Parameters<typeof PoleTimeline>[0]['status'] = {
    now: NOW,
    timeZone: 'America/New_York',
    coming: [
      {
        at: NOW + 1,
        position: 'half',
        lamp: false,
        source: source('annual-day', 'Memorial Day'),
      },
      { at: NOW + 2, position: null, lamp: null, source: source('none') },
    ],
    ledger: [
      entry(1, 'should-be', { position: 'up' }),
      entry(2, 'deviation', { position: 'half' }),
      entry(3, 'held', { by: 'ann', reason: 'Raised manually' }),
    ],
  };
  render(<PoleTimeline status={status} />);
  expect(listed('Next')).toEqual([
    '11:00 AM EDTHalf-staff, lamp off: Memorial Day',
    '11:00 AM EDTNothing in effect',
  ]);
  expect(listed('Past')).toEqual([
    '10:59 AM EDTPlanned: full staff',
    '10:59 AM EDTWrong position: should be half-staff',
    '10:59 AM EDTHeld: ann, Raised manually',
  ]);
});
