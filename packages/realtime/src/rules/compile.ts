import type { Expression } from './ast.ts';
import type { Context } from './context.ts';
import { SyntaxFault } from './errors.ts';
import { compileCall, compileIndex, compileMember } from './members.ts';
import { compileBinary, compileChoice, compileLogical, compileUnary } from './operators.ts';
import { parseExpression } from './parser.ts';
import { type Compiled, type Compiler, isBoolean, isOpen, nameOf } from './typing.ts';

export type RuleKind = '.read' | '.write' | '.validate';

/** The variables that a rule expression may use, which depend on where the rule is. */
export interface Scope {
  kind: RuleKind;
  /** The `$` variables on the path of the rule, from the root down. */
  captures: readonly string[];
}

/** An error in a rule expression, at an offset in the expression's text. */
export interface ExpressionProblem {
  at: number;
  message: string;
}

export type RuleTest = (context: Context) => boolean;

/**
 * Parses and checks the text of a rule. Returns a function that runs the rule. Passes every error
 * to `report`.
 */
export function compileRule(
  text: string,
  scope: Scope,
  report: (problem: ExpressionProblem) => void,
): RuleTest {
  const compiler = new ScopedCompiler(scope, report);
  try {
    const expression = parseExpression(text);
    const { type, run } = compiler.compile(expression);
    if (!isBoolean(type)) {
      const hint = isOpen(type) ? '; compare it, as in "… == true"' : '';
      compiler.fail(text.search(/\S/), `A rule must be a boolean, not ${nameOf(type)}${hint}`);
    }
    return (context) => run(context) === true;
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    report({ at: error.at, message: error.message });
    return () => false;
  }
}

const VARIABLES = new Map<string, Compiled>([
  ['auth', { type: 'any', run: ({ auth }) => auth }],
  ['now', { type: 'number', run: ({ now }) => now }],
  ['root', { type: 'snapshot', run: ({ root }) => root }],
  ['data', { type: 'snapshot', run: ({ place }) => place.data }],
  ['newData', { type: 'snapshot', run: ({ place }) => place.newData }],
  ['query', { type: 'query', run: ({ query }) => query }],
]);

class ScopedCompiler implements Compiler {
  readonly #scope: Scope;
  readonly #report: (problem: ExpressionProblem) => void;

  constructor(scope: Scope, report: (problem: ExpressionProblem) => void) {
    this.#scope = scope;
    this.#report = report;
  }

  compile(node: Expression): Compiled {
    switch (node.kind) {
      case 'literal':
        return literal(node.value);
      case 'name':
        return this.#variable(node.at, node.name);
      case 'member':
        return compileMember(node, this);
      case 'index':
        return compileIndex(node, this);
      case 'call':
        return compileCall(node, this);
      case 'unary':
        return compileUnary(node, this);
      case 'binary':
        return compileBinary(node, this);
      case 'logical':
        return compileLogical(node, this);
      case 'choice':
        return compileChoice(node, this);
      case 'regexp':
        return this.fail(node.at, 'A regular expression is allowed only in "matches(…)"');
      case 'list':
        return this.fail(node.at, 'A list is allowed only in "hasChildren(…)"');
    }
  }

  fail(at: number, message: string): Compiled {
    this.#report({ at, message });
    return { type: 'unknown', run: () => null };
  }

  #variable(at: number, name: string): Compiled {
    const { kind, captures } = this.#scope;
    if (name.startsWith('$')) {
      const index = captures.indexOf(name);
      if (index === -1)
        return this.fail(at, `Unknown variable "${name}": no key above has this name`);
      return { type: 'string', run: (context) => context.captures[index] ?? null };
    }
    if (name === 'newData' && kind === '.read')
      return this.fail(at, '"newData" has no meaning in ".read"');
    if (name === 'query' && kind !== '.read')
      return this.fail(at, `"query" has no meaning in "${kind}"`);
    return VARIABLES.get(name) ?? this.fail(at, `Unknown variable "${name}"`);
  }
}

function literal(value: string | number | boolean | null): Compiled {
  const run = () => value;
  if (value === null) return { type: 'null', run };
  if (typeof value === 'string') return { type: 'string', run };
  return { type: typeof value === 'number' ? 'number' : 'boolean', run };
}
