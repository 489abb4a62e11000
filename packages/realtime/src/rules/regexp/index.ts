import { type Automaton, buildAutomaton, PatternTooLarge } from './automaton.ts';
import { accepts } from './characters.ts';
import { RegexpFault } from './fault.ts';
import { MAX_REGEXP_MEMORY, MAX_REGEXP_WORK } from './limits.ts';
import { parsePattern } from './parse.ts';

/**
 * Thrown if matching a string against a regular expression takes too much work. This makes the rule
 * false.
 */
export class TooMuchWork extends Error {}

/**
 * Compiles a regular expression for `matches()`. Matching never backtracks: it follows all
 * possibilities at once, caches the sets of states that it has seen, and throws TooMuchWork beyond
 * a limit.
 * @throws RegexpFault if the expression or a flag is invalid
 */
export function compileRegexp(source: string, flags: string): Regexp {
  if (flags !== '' && flags !== 'i') {
    throw new RegexpFault(source.length + 1, `The only flag is "i", not "${flags}"`);
  }
  try {
    return new Regexp(buildAutomaton(parsePattern(source)), flags === 'i');
  } catch (error) {
    if (error instanceof PatternTooLarge) throw new RegexpFault(0, error.message);
    throw error;
  }
}

/** A set of states that the automaton may be in at one position of the text. */
interface Node {
  /** The automaton states that consume a character. */
  readonly waiting: readonly number[];
  readonly matched: boolean;
  readonly matchedAtEnd: boolean;
  readonly after: Map<number, Node>;
}

export class Regexp {
  readonly #automaton: Automaton;
  readonly #ignoreCase: boolean;
  /** Whether the regular expression can match only at the start of the text. */
  readonly #startsOnce: boolean;
  #nodes = new Map<string, Node>();
  #remembered = 0;

  constructor(automaton: Automaton, ignoreCase: boolean) {
    this.#automaton = automaton;
    this.#ignoreCase = ignoreCase;
    const { waiting, matched, matchedAtEnd } = this.#nodeOf([automaton.first], false);
    this.#startsOnce = waiting.length === 0 && !matched && !matchedAtEnd;
  }

  /**
   * Whether the regular expression matches anywhere in the text.
   * @throws TooMuchWork
   */
  test(text: string): boolean {
    let node = this.#nodeOf([this.#automaton.first], true);
    let work = 0;
    for (let at = 0; at < text.length; ) {
      if (node.matched) return true;
      if (node.waiting.length === 0 && this.#startsOnce) return false;
      const code = text.codePointAt(at) ?? 0;
      at += code > 0xffff ? 2 : 1;
      let next = node.after.get(code);
      if (next === undefined) {
        work += node.waiting.length + this.#automaton.states.length;
        next = this.#step(node, code);
      }
      if (++work > MAX_REGEXP_WORK) {
        throw new TooMuchWork('the text is too long for this regular expression');
      }
      node = next;
    }
    return node.matched || node.matchedAtEnd;
  }

  #step(node: Node, code: number): Node {
    const seeds: number[] = [];
    for (const index of node.waiting) {
      const state = this.#automaton.states[index];
      if (state?.kind === 'character' && accepts(state.set, code, this.#ignoreCase))
        seeds.push(state.next);
    }
    seeds.push(this.#automaton.first);
    this.#remembered += 1 + node.waiting.length;
    if (this.#remembered > MAX_REGEXP_MEMORY) {
      this.#nodes = new Map();
      this.#remembered = 0;
      node.after.clear();
    }
    const next = this.#nodeOf(seeds, false);
    node.after.set(code, next);
    return next;
  }

  /**
   * Returns all automaton states that can be reached from the given states without consuming a
   * character.
   */
  #nodeOf(seeds: readonly number[], atStart: boolean): Node {
    const seen = new Set<number>();
    const stack = [...seeds];
    const waiting: number[] = [];
    let matched = false;
    let matchedAtEnd = false;
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      const state = this.#automaton.states[index];
      if (state === undefined || seen.has(index)) continue;
      seen.add(index);
      if (state.kind === 'character') waiting.push(index);
      else if (state.kind === 'fork') stack.push(state.other, state.next);
      else if (state.kind === 'match') matched = true;
      else if (state.kind === 'start' && atStart) stack.push(state.next);
      // "$" comes last in a pattern, so only the match can follow it.
      else if (state.kind === 'end') matchedAtEnd = true;
    }
    waiting.sort((a, b) => a - b);
    const key = `${waiting.join()}${matched ? '!' : ''}${matchedAtEnd ? '$' : ''}`;
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = { waiting, matched, matchedAtEnd, after: new Map() };
      this.#nodes.set(key, node);
    }
    return node;
  }
}
