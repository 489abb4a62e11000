import type { Token } from '../text/token.ts';

const CANCEL =
  /^(rescind(s|ed|ing)?|cancel(s|ed|led|ing|ling)?|revok(e|es|ed|ing)|withdr(aws|ew|awn|awing)|void(s|ed)|annul(s|led|ling)?|nullif(y|ies|ied|ying)|retract(s|ed|ing)?|repeal(s|ed|ing)?|vacat(es|ed|ing)|scrap(s|ped|ping)?|abandon(s|ed|ing)?|overturn(s|ed|ing)?|undo(es|ne|ing)?)$/;

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

/** Maximum number of words in "called the half-staff order off". */
const OBJECT_MAX = 7;

/** Whether a verb that cancels an order begins at a token: "has rescinded", "called off", "is void". */
export function isCancelVerb(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (CANCEL.test(word)) return true;
  const particle = PARTICLES.get(word);
  if (particle !== undefined) {
    if (tokens[at + 1]?.text === particle) return true;
    // For example: "called the half-staff order off", "called it off"
    if (!/^(the|her|his|its|their|it|this|that)$/.test(tokens[at + 1]?.text ?? '')) return false;
    for (let i = at + 2; i < at + OBJECT_MAX; i++) if (tokens[i]?.text === particle) return true;
    return false;
  }
  // For example: "the order is void", "the order is off"
  const isState = /^(is|are|was|now)$/.test(tokens[at - 1]?.text ?? '');
  return (
    isState &&
    /^(void|null|off)$/.test(word) &&
    !/^(at|to|from|the|of)$/.test(tokens[at + 1]?.text ?? '')
  );
}
