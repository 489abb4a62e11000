import type { CharacterSet } from './characters.ts';
import { MAX_REGEXP_STATES } from './limits.ts';
import type { Pattern } from './parse.ts';

/**
 * One state of a regular expression's automaton (Thompson's construction). `next` and `other` are
 * indexes of states. A `fork` continues in both states. `start` continues only at the start of the
 * text, and `end` only at the end.
 */
export type State =
  | { kind: 'character'; set: CharacterSet; next: number }
  | { kind: 'fork'; next: number; other: number }
  | { kind: 'start'; next: number }
  | { kind: 'end'; next: number }
  | { kind: 'match' };

export interface Automaton {
  readonly states: readonly State[];
  readonly first: number;
}

/**
 * Thrown if a regular expression needs too many states. Rules with such an expression are rejected
 * when they are loaded.
 */
export class PatternTooLarge extends Error {}

/**
 * Builds the automaton of a regular expression, beginning with the end of the expression, because
 * each part needs to know the state that follows it.
 */
export function buildAutomaton(pattern: Pattern): Automaton {
  const states: State[] = [];
  const add = (state: State): number => {
    if (states.length >= MAX_REGEXP_STATES) {
      throw new PatternTooLarge(`This regular expression needs over ${MAX_REGEXP_STATES} states`);
    }
    return states.push(state) - 1;
  };

  const build = (part: Pattern, next: number): number => {
    switch (part.kind) {
      case 'set':
        return add({ kind: 'character', set: part.set, next });
      case 'start':
      case 'end':
        return add({ kind: part.kind, next });
      case 'sequence':
        return part.parts.reduceRight((after, inner) => build(inner, after), next);
      case 'branches':
        return part.branches
          .map((branch) => build(branch, next))
          .reduceRight((other, first) => add({ kind: 'fork', next: first, other }));
      case 'repeat':
        return repeat(part, next);
    }
  };

  const repeat = (
    { part, min, max }: Extract<Pattern, { kind: 'repeat' }>,
    next: number,
  ): number => {
    let first = next;
    if (max === Infinity) {
      const loop = { kind: 'fork' as const, next, other: next };
      first = add(loop);
      loop.next = build(part, first);
    } else {
      // Each optional repetition adds a fork, even for an empty part, so `(){0,1000000}` costs
      // states too.
      for (let count = min; count < max; count++) {
        first = add({ kind: 'fork', next: build(part, first), other: next });
      }
    }
    for (let count = 0; count < min; count++) {
      const before = states.length;
      first = build(part, first);
      if (states.length === before) break;
    }
    return first;
  };

  const match = add({ kind: 'match' });
  return { first: build(pattern, match), states };
}
