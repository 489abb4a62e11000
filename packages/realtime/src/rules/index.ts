import { RulesError, SyntaxFault } from './errors.ts';
import { TreeRules } from './judge.ts';
import { MAX_RULES_LENGTH } from './limits.ts';
import { readSource } from './source.ts';
import { TreeBuilder } from './tree.ts';
import type { Rules } from './types.ts';

export { RulesError, type RulesProblem } from './errors.ts';
export { strictJson } from './source.ts';
export type * from './types.ts';

/**
 * Reads security rules, as the text of a `database.rules.json` (with comments) or as the object
 * that it stands for (protocol §19). Throws a RulesError that lists everything wrong with them;
 * for a text, with lines and columns.
 */
export function parseRules(input: string | object): Rules {
  const text = typeof input === 'string' ? input : JSON.stringify(input, null, 2);
  const builder = new TreeBuilder(typeof input === 'string' ? input : null);
  if (text.length > MAX_RULES_LENGTH) {
    throw new RulesError([{ message: `The rules are longer than ${MAX_RULES_LENGTH} characters` }]);
  }
  try {
    const root = builder.build(readSource(text));
    if (builder.problems.length === 0) return new TreeRules(root, text);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    builder.fail(error.at, error.message);
  }
  throw new RulesError(builder.problems);
}

/** Everyone may read and write everything: for development, and for tests. */
export function openRules(): Rules {
  return parseRules({ rules: { '.read': true, '.write': true } });
}

/** Nobody but administrators may do anything: what holds until rules are given. */
export function closedRules(): Rules {
  return parseRules({ rules: {} });
}
