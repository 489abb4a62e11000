import { type CivilDate, civilDate } from '../../../../time/civilDate.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt, type WrittenDate } from '../../when/datePhrases.ts';
import type { OpenEvent } from '../../when/events.ts';
import { HONOR_WORDS, INCIDENTS } from '../../words/lexicon.ts';

/**
 * Words such as "announced". A weekday right after one of them is the day of the announcement, not
 * of the event: "the day of interment, Governor Poe announced Tuesday".
 */
const REPORT = /^(announced|announces|said|says|ordered|directed|governor|gov)$/;

/**
 * Words that are typical of sentences about a ceremony, such as "took" in "the service took place".
 * In other sentences, some of these words describe a death.
 */
const OF_EVENT = /^(service|memorial|took|announced|observed|held)$/;

const EVENT_WORDS: Readonly<Record<OpenEvent, RegExp>> = {
  interment: /^(interment|internment|burial|buried|interred)$/,
  funeral: /^funerals?$/,
  service: /^services$/,
  notice: /^$/,
};

/**
 * Returns the date of an event, if the text states it. Returns null if the text gives several dates,
 * or if it is unclear whether a date is the event's, as in "the day of interment of Officer Roe, who
 * was killed on May 5".
 */
export function dayOfEvent(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  event: OpenEvent,
  resolve: (date: WrittenDate) => CivilDate | null,
): CivilDate | null | undefined {
  const days = new Set<CivilDate | null>();
  for (const { from, to } of sentences) {
    let isNamed = false;
    let isOfDeath = false;
    for (let at = from; at < to; at++) {
      const word = tokens[at]?.text ?? '';
      if (EVENT_WORDS[event].test(word)) {
        isNamed = true;
        isOfDeath = false;
        continue;
      }
      if (!isNamed) continue;
      if (REPORT.test(word)) isOfDeath = true;
      if (!OF_EVENT.test(word) && (INCIDENTS.has(word) || HONOR_WORDS.has(word))) isOfDeath = true;
      const phrase = datePhraseAt(tokens, at);
      if (!phrase) continue;
      if (!isOfDeath) {
        days.add(phrase.date ? resolve(phrase.date) : null);
        break;
      }
      // In "his funeral, after he died on May 5, will be on May 9", the second date is the
      // funeral's.
      if (tokens.slice(phrase.to, to).some(({ text }) => /^(will|is)$/.test(text))) days.add(null);
      at = phrase.to - 1;
    }
  }
  const [day] = days;
  return days.size > 1 ? null : day;
}

/** Returns the date of death if the text states exactly one; null otherwise. */
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
