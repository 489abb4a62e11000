import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Language } from './language.ts';

const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÁƁÇÐÉƑĜĤÍĴĶĻḾÑÓÞɊŔŠŢÚṼŴẊÝŽáƀçðéƒĝĥíĵķļḿñóþɋŕšţúṽŵẋýž';

/**
 * A pseudo language for tests, computed from the English texts: "[Ķéý {name} ñóţ ƒóúñð]". If a
 * screen or an email still contains plain letters, they come from a value or from a text without a
 * translation macro.
 */
export const PSEUDO: Language = { tag: 'en-XA', texts: {}, rewrite: pseudoText };

/**
 * Returns the pseudo translation of a message.
 * @param message a message in ICU syntax
 */
export function pseudoText(message: string): string {
  const letters = Array.from(message);
  for (const [from, until] of literalsIn(
    parse(message, { captureLocation: true, ignoreTag: true }),
  ))
    for (let at = from; at < until; at++) letters[at] = accented(letters[at]!);
  return `[${letters.join('')}]`;
}

/** Returns the parts of a message that are not placeholders, as pairs of start and end offsets. */
function literalsIn(elements: readonly MessageFormatElement[]): [number, number][] {
  return elements.flatMap((element): [number, number][] => {
    switch (element.type) {
      case TYPE.literal:
        return [[element.location!.start.offset, element.location!.end.offset]];
      case TYPE.plural:
      case TYPE.select:
        return Object.values(element.options).flatMap(({ value }) => literalsIn(value));
      default:
        return [];
    }
  });
}

const accented = (letter: string): string => ACCENTED[PLAIN.indexOf(letter)] ?? letter;
