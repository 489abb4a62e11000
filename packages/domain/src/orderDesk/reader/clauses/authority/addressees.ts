import type { Sentence } from '../../sentences/sentences.ts';
import type { Document } from '../document/document.ts';

/** Maximum number of lines in the address of a letter. */
const ADDRESS_MAX = 6;

/**
 * Returns the lines of the address of a letter, such as "County Judge, Perry County" between "The
 * Honorable Lee Roe" and "Dear Judge Roe:". An official in these lines is the recipient of the
 * letter, not its sender.
 */
export function addresseesIn({ tokens, clauses }: Document): ReadonlySet<Sentence> {
  const found = new Set<Sentence>();
  for (const [index, { sentence }] of clauses.entries()) {
    if (tokens[sentence.from]?.text !== 'dear') continue;
    const lines = clauses.slice(Math.max(0, index - ADDRESS_MAX), index);
    const first = lines.findLastIndex((line) => isName(tokens, line.sentence.from));
    const address = first === -1 ? [] : lines.slice(first);
    if (address.every((line) => line.sentence.isHeading))
      for (const line of address) found.add(line.sentence);
  }
  return found;
}

/** Matches the first line of an address: "The Honorable Lee Roe", "Mr. Lee Roe". */
const isName = (tokens: Document['tokens'], from: number): boolean =>
  /^(honorable|hon|mr|mrs|ms|dr)$/.test(
    tokens[tokens[from]?.text === 'the' ? from + 1 : from]?.text ?? '',
  );
