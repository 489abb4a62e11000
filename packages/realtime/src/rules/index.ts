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
 * Parses security rules, given as the text of a `database.rules.json` (comments allowed) or as the
 * equivalent object (protocol §19).
 * @throws RulesError that lists all errors; for text, with lines and columns
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

/** Returns rules that let everyone read and write everything, for development and tests. */
export function openRules(): Rules {
  return parseRules({ rules: { '.read': true, '.write': true } });
}

/** Returns rules that allow access only to administrators. They apply until other rules are set. */
export function closedRules(): Rules {
  return parseRules({ rules: {} });
}
