import type { Expression } from './ast.ts';
import { functionOf, literal } from './emit.ts';
import { SyntaxFault } from './errors.ts';
import { compileCall, compileIndex, compileMember } from './members.ts';
import { compileBinary, compileChoice, compileLogical, compileUnary } from './operators.ts';
import { parseExpression } from './parser.ts';
import { dataAt } from './snapshotMethods.ts';
import {
  type Compiled,
  type Compiler,
  isBoolean,
  isOpen,
  nameOf,
  type RuleTest,
  type Type,
} from './typing.ts';

export type RuleKind = '.read' | '.write' | '.validate';

/** The variables that a rule expression may use, which depend on where the rule is. */
export interface Scope {
  kind: RuleKind;
  /** The keys of the rule's path in the tree of rules, including `$` variables. */
  keys: readonly string[];
}

/** An error in a rule expression, at an offset in the expression's text. */
export interface ExpressionProblem {
  at: number;
  message: string;
}

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
    const { type, code } = compiler.compile(expression);
    if (isBoolean(type)) return functionOf(code, compiler.constants);
    const hint = isOpen(type) ? '; compare it, as in "… == true"' : '';
    compiler.fail(text.search(/\S/), `A rule must be a boolean, not ${nameOf(type)}${hint}`);
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    report({ at: error.at, message: error.message });
  }
  return () => false;
}

const VARIABLES = new Map<string, Compiled>([
  ['auth', { type: 'any', code: 'context.auth' }],
  ['now', { type: 'number', code: 'context.now' }],
  ['root', { type: 'snapshot', code: 'context.root' }],
  ['data', dataAt({ code: 'context.place', variable: 'data' })],
  ['newData', dataAt({ code: 'context.place', variable: 'newData' })],
  ['query', { type: 'query', code: 'context.query' }],
]);

class ScopedCompiler implements Compiler {
  readonly constants: object[] = [];
  readonly #scope: Scope;
  readonly #report: (problem: ExpressionProblem) => void;

  constructor(scope: Scope, report: (problem: ExpressionProblem) => void) {
    this.#scope = scope;
    this.#report = report;
  }

  compile(node: Expression): Compiled {
    switch (node.kind) {
      case 'literal':
        return { type: typeOf(node.value), code: literal(node.value) };
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
    return { type: 'unknown', code: 'null' };
  }

  constant(value: object): string {
    this.constants.push(value);
    return `constants[${this.constants.length - 1}]`;
  }

  #variable(at: number, name: string): Compiled {
    const { kind, keys } = this.#scope;
    if (name.startsWith('$')) {
      const index = keys.indexOf(name);
      if (index === -1)
        return this.fail(at, `Unknown variable "${name}": no key above has this name`);
      return { type: 'string', code: `context.path[${index}]` };
    }
    if (name === 'newData' && kind === '.read')
      return this.fail(at, '"newData" has no meaning in ".read"');
    if (name === 'query' && kind !== '.read')
      return this.fail(at, `"query" has no meaning in "${kind}"`);
    return VARIABLES.get(name) ?? this.fail(at, `Unknown variable "${name}"`);
  }
}

function typeOf(value: string | number | boolean | null): Type {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  return typeof value === 'number' ? 'number' : 'boolean';
}
