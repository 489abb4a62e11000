import { type CivilDate, civilDate } from '../../../time/civilDate.ts';
import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt, type WrittenDate } from '../when/datePhrases.ts';
import type { OpenEvent } from '../when/events.ts';

const EVENT_WORDS: Readonly<Record<OpenEvent, RegExp>> = {
  interment: /^(interment|internment|burial|buried|interred)$/,
  funeral: /^funerals?$/,
  service: /^services$/,
  notice: /^$/,
};

/** Returns the date that follows an event in its sentence. */
export function dayOfEvent(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  event: OpenEvent,
  resolve: (date: WrittenDate) => CivilDate | null,
): CivilDate | null | undefined {
  const days = new Set<CivilDate | null>();
  for (const { from, to } of sentences) {
    let isNamed = false;
    for (let at = from; at < to; at++) {
      if (EVENT_WORDS[event].test(tokens[at]?.text ?? '')) isNamed = true;
      const phrase = isNamed ? datePhraseAt(tokens, at) : null;
      if (!phrase) continue;
      days.add(phrase.date ? resolve(phrase.date) : null);
      break;
    }
  }
  const [day] = days;
  return days.size > 1 ? null : day;
}

/**
 * Returns the only date of death that the text states; null if it states none, or more than one.
 */
export function dayOfDeath(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
): CivilDate | null {
  const days = new Set<CivilDate>();
  for (const { from, to } of sentences) {
    let death = -1;
    for (let at = from; at < to; at++) {
      if (/^(death|died|passed|passing)$/.test(tokens[at]?.text ?? '')) death = at;
      if (death === -1) continue;
      const phrase = datePhraseAt(tokens, at);
      const date = phrase?.date;
      if (!phrase) continue;
      if (date?.kind === 'day' && date.year !== null && at - death <= 25)
        days.add(civilDate(date.year, date.month, date.day));
      at = phrase.to - 1;
      death = -1;
    }
  }
  const [day] = days;
  return days.size === 1 && day !== undefined ? day : null;
}
