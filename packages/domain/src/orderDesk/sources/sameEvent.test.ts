import { expect, test } from 'vitest';
import { differingFields, type EventTerms, isSameEvent } from './sameEvent.ts';

const terms = (over: Partial<EventTerms> = {}): EventTerms => ({
  kind: 'half',
  authority: 'president',
  scope: { kind: 'all' },
  starts: { kind: 'immediately' },
  ends: { kind: 'sunset', date: '2026-05-08' },
  reason: 'Announcing the Death of Vice President Dana Whitlock',
  ...over,
});

test('two documents are recognized as being about the same event despite different wording', () => {
  const other = terms({ reason: 'the death of Dana Whitlock, former Vice President' });
  expect(isSameEvent(terms(), other)).toBe(true);
  expect(differingFields(terms(), other)).toEqual([]);
});

test('two documents are recognized as being about the same event even if their end times differ, and the difference is reported', () => {
  const other = terms({ ends: { kind: 'sunset', date: '2026-05-09' } });
  expect(isSameEvent(terms(), other)).toBe(true);
  expect(differingFields(terms(), other)).toEqual(['ends']);
});

test('a field that is missing from one of two documents is not reported as a difference', () => {
  expect(differingFields(terms(), terms({ ends: null }))).toEqual([]);
});

test('two documents that list the same states in a different sequence have the same scope', () => {
  const scope = (states: string[]) => terms({ scope: { kind: 'states', states } });
  expect(differingFields(scope(['OH', 'KY']), scope(['KY', 'OH']))).toEqual([]);
});

test.each([
  ['different people', { reason: 'the death of Senator Robin Hale' }],
  ['different authorities', { authority: 'governor' as const }],
  ['one known and one unknown authority', { authority: null }],
  ['the same day in different years', { ends: { kind: 'sunset' as const, date: '2027-05-08' } }],
])(
  'two documents are not recognized as being about the same event if they have %s',
  (_what, over) => {
    expect(isSameEvent(terms(), terms(over))).toBe(false);
  },
);

test('two documents whose reasons mention no person are about the same event only if their dates match', () => {
  const nameless = terms({ reason: 'in memory of the victims' });
  expect(isSameEvent(nameless, terms({ reason: 'a tragedy' }))).toBe(true);
  const later = terms({ reason: 'a tragedy', ends: { kind: 'sunset', date: '2026-05-20' } });
  expect(isSameEvent(nameless, later)).toBe(false);
});
