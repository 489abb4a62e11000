import type { Clause, Document } from '../document/document.ts';

/** Maximum number of words in a governor's name. */
const NAME_MAX = 4;

/** Words that can follow "Governor" in a title: "Governor Orders the Flags". */
const IN_TITLE =
  /^(orders?|ordered|directs?|directed|announces?|announced|proclaims?|lowers?|lowered|asks?|honors?|calls?|mourns?|extends?|extended|issues?|issued|signs?|declares?|flags?|to|of|and|the|in|on|for|has|is|today)$/;

/**
 * Returns every word of the governors' names in a document: "ann" and "poe" for "Governor Ann Poe".
 */
export function namesOfGovernors({ tokens }: Document, clauses: readonly Clause[]): Set<string> {
  const names = new Set<string>();
  for (const { parties } of clauses)
    for (const { party, at } of parties)
      for (let i = at + 1; party === 'governor' && i <= at + NAME_MAX; i++) {
        const token = tokens[i];
        if (token?.text === '.') continue;
        if (token?.kind !== 'word' || !token.cap || IN_TITLE.test(token.text)) break;
        if (token.text.length > 2) names.add(token.text);
      }
  return names;
}

/** Whether two groups of sentences name different governors. */
export function areOtherGovernors(
  document: Document,
  some: readonly Clause[],
  others: readonly Clause[],
): boolean {
  const first = namesOfGovernors(document, some);
  const second = namesOfGovernors(document, others);
  return first.size > 0 && second.size > 0 && ![...first].some((name) => second.has(name));
}
