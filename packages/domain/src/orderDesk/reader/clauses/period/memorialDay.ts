import { type CivilDate, partsOf, weekdayOf } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { timePhraseAt } from '../../when/timesOfDay.ts';
import type { Document } from '../document/document.ts';
import type { Evidence } from './evidence.ts';

/**
 * Returns the start and end to add to an order for Memorial Day that states no end; an empty list
 * for any other order. The start is sunrise unless the order states another. The end is noon if the
 * text says so. Otherwise, the end has no time, because sunset would be a bad guess: by custom,
 * flags are raised at noon on Memorial Day.
 */
export function customOfMemorialDay(document: Document, stated: readonly Evidence[]): Evidence[] {
  const days = stated.filter(({ field }) => field === 'day');
  const [day] = days;
  const isWholeDay = days.length > 0 && stated.every(({ field }) => field !== 'end');
  if (!day || !isWholeDay || !days.every(({ date }) => isMemorialDay(date))) return [];
  const noon = document.clauses.find(
    ({ sentence, isForeign }) => !isForeign && raisesAtNoon(document, sentence),
  );
  const { sentence } = noon ?? day;
  const own: Evidence = {
    field: 'end',
    kind: noon ? 'clock' : 'vague',
    hasHour: noon !== undefined,
    isMorning: false,
    time: noon ? '12:00' : null,
    date: noon ? 'day' : null,
    written: null,
    sentence,
    event: null,
    weak: false,
    wholeDay: false,
    isPartOfEvent: false,
  };
  const hasStart = stated.some(({ field }) => field === 'start');
  const start: Evidence = { ...own, field: 'start', kind: 'sunrise', date: 'day', time: null };
  return hasStart ? [own] : [{ ...start, sentence: day.sentence }, own];
}

/** Whether a date is the last Monday in May. */
function isMemorialDay(date: Evidence['date']): boolean {
  if (date === null || !/^\d/.test(date)) return false;
  const [, month, day] = partsOf(date as CivilDate);
  return month === 5 && day >= 25 && weekdayOf(date as CivilDate) === 1;
}

/**
 * Matches sentences such as "Per custom, flags are at half-staff until noon" or "They go back up at
 * noon".
 */
function raisesAtNoon({ tokens }: Document, { from, to }: Sentence): boolean {
  const words = tokens.slice(from, to);
  const isOfFlags = words.some(({ text }) => /^(flags?|colors|half|they)$/.test(text));
  const isUnreal = words.some(({ text }) => /^(not|no|never|ceremony|parade|service)$/.test(text));
  return (
    isOfFlags &&
    !isUnreal &&
    words.some((_, i) => {
      const time = timePhraseAt(tokens, from + i)?.time;
      return (
        time?.kind === 'clock' &&
        time.time === '12:00' &&
        /^(until|till|at|to|through|only)$/.test(tokens[from + i - 1]?.text ?? '')
      );
    })
  );
}
