import type { Token } from '../text/token.ts';

/** Phrases that introduce a reason, such as "in honor of", as sequences of words. */
const LEADS = [
  'in honor of',
  'in honor and remembrance of',
  'in honor and memory of',
  'in memory of',
  'in loving memory of',
  'in remembrance of',
  'in remembrance and honor of',
  'in recognition and mourning of',
  'in recognition of',
  'in observance of',
  'in tribute to',
  'in mourning of',
  'in mourning for',
  'in commemoration of',
  'in celebration of',
  'in appreciation of',
  'in appreciation for',
  'in gratitude for',
  'in salute to',
  'dedicated to',
  'as we remember',
  'as we mourn',
  'as we honor',
  'to acknowledge',
  'to pay our respects to',
  'to pay their respects to',
  'to celebrate',
  'on the occasion of',
  'in respect for',
  'in respect of',
  'out of respect for',
  'in continued recognition of',
  'in solidarity with',
  'in support of',
  'in sympathy for',
  'in sympathy with',
  'honor of',
  'memory of',
  'respect for',
  'remembrance of',
  'tribute to',
  'recognition of',
  'to honor',
  'to honour',
  'to honor and remember',
  'to remember',
  'to commemorate',
  'to mark',
  'to mourn',
  'to recognize',
  'to pay tribute to',
  'to pay respect to',
  'to pay respects to',
  'to respect',
  'to observe',
  'honoring',
  'in the aftermath of',
  'in light of',
  'in response to the',
  'following the loss of',
  'after the death of',
  'after the deaths of',
  'after the passing of',
  'after the loss of',
  'pays tribute to',
  'pays respect to',
  'remembering',
  'commemorating',
  'mourning',
  'mourning for',
  'mourning for the death of',
  'mourning for the loss of',
  'mourning over the death of',
  'mourning after the death of',
  'recognizing',
  'following the death of',
  'following the deaths of',
  'following the passing of',
  'following the tragedy',
  'in respect for',
  'on the death of',
  'upon the death of',
  'mourns the',
  'mourns',
  'death of',
  'deaths of',
  'loss of',
  'passing of',
  'because of',
  'because',
  'in the wake of',
  'interment of',
  'burial of',
  'funeral of',
].map((lead) => lead.split(' '));
const BY_FIRST = new Map<string, string[][]>();
for (const lead of LEADS) {
  const first = lead[0] ?? '';
  BY_FIRST.set(
    first,
    [...(BY_FIRST.get(first) ?? []), lead].sort((a, b) => b.length - a.length),
  );
}

/** Returns the phrases that introduce a reason and begin with the given word, longest first. */
export const leadsWith = (word: string): readonly string[][] => BY_FIRST.get(word) ?? [];

const HONOR =
  /^(honou?r|memory|remembrance|respect|recognition|tribute|observance|mourning|commemoration|celebration|gratitude|appreciation|sympathy|solidarity|admiration|reverence)$/;
const BESIDE_HONOR = /^(and|or|loving|deep|deepest|solemn|lasting|continued|profound|,|&)$/;
/** Maximum number of words in a phrase such as "in honor, respect and loving memory of". */
const HONOR_MAX = 8;

/**
 * Returns the index of the token after a phrase such as "in memory" or "in memory and respect"; -1
 * if there is no such phrase.
 */
export function behindHonor(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== 'in') return -1;
  let hasNoun = false;
  for (let i = at + 1; i < at + HONOR_MAX; i++) {
    const word = tokens[i]?.text ?? '';
    if (HONOR.test(word)) hasNoun = true;
    else if (/^(of|for|to|with)$/.test(word)) return hasNoun ? i + 1 : -1;
    else if (!BESIDE_HONOR.test(word) && tokens[i]?.kind !== 'break') return -1;
  }
  return -1;
}

/** Returns the index of the token after a sequence of words; -1 if the sequence does not match. */
export function behind(tokens: readonly Token[], at: number, words: readonly string[]): number {
  let i = at;
  for (const word of words) {
    while (tokens[i]?.text === '\n') i++;
    if (tokens[i]?.text !== word) return -1;
    i++;
  }
  return behindMarks(tokens, i);
}

/**
 * Returns the index of the first token, from `at` on, that is not a colon, a quotation mark or a
 * line break.
 */
export function behindMarks(tokens: readonly Token[], at: number): number {
  let next = at;
  while (/^[\n:"]$/.test(tokens[next]?.text ?? '')) next++;
  return next;
}
