import type { Token } from '../text/token.ts';

const CANCEL = new Set(
  (
    'rescind rescinds rescinded rescinding cancel cancels canceled cancelled canceling cancelling revoke ' +
    'revokes revoked revoking withdraws withdrew withdrawn withdrawing voids voided annul annuls annulled ' +
    'annulling nullify nullifies nullified nullifying retract retracts retracted retracting repeal repeals ' +
    'repealed repealing vacate vacates vacated vacating scrap scraps scrapped scrapping abandon abandons ' +
    'abandoned abandoning overturn overturns overturned overturning undo undoes undone undoing'
  ).split(' '),
);

/** Verbs that cancel an order only together with a second word: "called off", "set aside". */
const PARTICLES = new Map([
  ['call', 'off'],
  ['calls', 'off'],
  ['called', 'off'],
  ['calling', 'off'],
  ['take', 'back'],
  ['takes', 'back'],
  ['took', 'back'],
  ['taken', 'back'],
  ['taking', 'back'],
  ['set', 'aside'],
  ['sets', 'aside'],
  ['setting', 'aside'],
]);

/** Maximum number of words in a phrase such as "called the half-staff order off". */
const OBJECT_MAX = 7;

/** Whether a verb that cancels an order begins at a token: "has rescinded", "called off", "is void". */
export function isCancelVerb(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (CANCEL.has(word)) return true;
  const particle = PARTICLES.get(word);
  if (particle !== undefined) {
    if (tokens[at + 1]?.text === particle) return true;
    // For example: "called the half-staff order off", "called it off"
    if (!/^(the|her|his|its|their|it|this|that)$/.test(tokens[at + 1]?.text ?? '')) return false;
    for (let i = at + 2; i < at + OBJECT_MAX; i++) if (tokens[i]?.text === particle) return true;
    return false;
  }
  // For example: "the order is void", "the order is off"
  return (
    /^(void|null|off)$/.test(word) &&
    /^(is|are|was|now)$/.test(tokens[at - 1]?.text ?? '') &&
    !/^(at|to|from|the|of)$/.test(tokens[at + 1]?.text ?? '')
  );
}

/** Whether a verb is negated: "declined to rescind", "will not be extended". */
export const isNegated = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some((back) =>
    /^(not|never|no|declined|declines|refused|refuses|cannot|wont|isnt)$/.test(
      tokens[at - back]?.text ?? '',
    ),
  );
