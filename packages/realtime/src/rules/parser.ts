import type { BinaryOperator, Expression } from './ast.ts';
import { SyntaxFault } from './errors.ts';
import { Lexer, type Token } from './lexer.ts';
import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from './limits.ts';

/**
 * The binary operators of the rules language by precedence, lowest first. All of them are
 * left-associative.
 */
const LEVELS: readonly (readonly string[])[] = [
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/**
 * Parses one rule expression (protocol §19).
 * @throws SyntaxFault with the offset of the first error
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new SyntaxFault(0, `This rule is longer than ${MAX_EXPRESSION_LENGTH} characters`);
  }
  return new Parser(text).parse();
}

class Parser {
  readonly #lexer: Lexer;
  #token: Token;
  #depth = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
    this.#token = this.#lexer.next();
  }

  parse(): Expression {
    if (this.#atEnd()) throw new SyntaxFault(0, 'This rule is empty');
    const expression = this.#choice();
    if (!this.#atEnd()) this.#unexpected();
    return expression;
  }

  #choice(): Expression {
    this.#enter();
    const test = this.#logical('||', () => this.#logical('&&', () => this.#binary(0)));
    this.#depth--;
    if (!this.#take('?')) return test;
    const yes = this.#choice();
    this.#expect(':');
    const no = this.#choice();
    return this.#above({ kind: 'choice', at: test.at, test, yes, no }, test, yes, no);
  }

  #logical(operator: '&&' | '||', operand: () => Expression): Expression {
    const first = operand();
    if (!this.#is(operator)) return first;
    const operands = [first];
    while (this.#take(operator)) operands.push(operand());
    return this.#above({ kind: 'logical', at: first.at, operator, operands }, ...operands);
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (this.#token.kind === 'symbol' && operators.includes(this.#token.value)) {
      // Each level of LEVELS lists only binary operators.
      const operator = this.#token.value as BinaryOperator;
      this.#advance();
      const right = this.#binary(level + 1);
      left = this.#above({ kind: 'binary', at: left.at, operator, left, right }, left, right);
    }
    return left;
  }

  #unary(): Expression {
    const { at } = this.#token;
    for (const operator of ['!', '-'] as const) {
      if (!this.#take(operator)) continue;
      this.#enter();
      const operand = this.#unary();
      this.#depth--;
      return this.#above({ kind: 'unary', at, operator, operand }, operand);
    }
    return this.#postfix();
  }

  #postfix(): Expression {
    let object = this.#primary();
    for (;;) {
      const { at } = this.#token;
      if (this.#take('.')) {
        const token = this.#token;
        if (token.kind !== 'name') return this.#unexpected('a name after "."');
        this.#advance();
        object = this.#above({ kind: 'member', at: token.at, object, name: token.value }, object);
      } else if (this.#take('[')) {
        const key = this.#choice();
        this.#expect(']');
        object =
          key.kind === 'literal' && typeof key.value === 'string'
            ? this.#above({ kind: 'member', at, object, name: key.value }, object)
            : this.#above({ kind: 'index', at, object, key }, object, key);
      } else if (this.#take('(')) {
        if (object.kind !== 'member') {
          throw new SyntaxFault(at, 'Only methods can be called, and by their plain names');
        }
        const args = this.#items(')');
        const { object: target, name: method } = object;
        object = this.#above(
          { kind: 'call', at: object.at, object: target, method, args },
          ...args,
          target,
        );
      } else {
        return object;
      }
    }
  }

  #primary(): Expression {
    const token = this.#token;
    const { at } = token;
    if (token.kind === 'symbol' && token.value === '/') {
      const { source, flags } = this.#lexer.regexp(at);
      this.#advance();
      return { kind: 'regexp', at, depth: 1, source, flags };
    }
    this.#advance();
    if (token.kind === 'number' || token.kind === 'string') {
      return { kind: 'literal', at, depth: 1, value: token.value };
    }
    if (token.kind === 'name') {
      const value = CONSTANTS.get(token.value);
      if (value !== undefined) return { kind: 'literal', at, depth: 1, value };
      return { kind: 'name', at, depth: 1, name: token.value };
    }
    if (token.kind === 'symbol' && token.value === '(') {
      const inner = this.#choice();
      this.#expect(')');
      return inner;
    }
    if (token.kind === 'symbol' && token.value === '[') {
      const items = this.#items(']');
      return this.#above({ kind: 'list', at, items }, ...items);
    }
    return this.#unexpected(undefined, token);
  }

  #items(close: string): Expression[] {
    const items: Expression[] = [];
    if (this.#take(close)) return items;
    do items.push(this.#choice());
    while (this.#take(','));
    this.#expect(close);
    return items;
  }

  /**
   * Counts one level of the parser's recursion.
   * @throws SyntaxFault if the expression is nested too deeply
   */
  #enter(): void {
    if (++this.#depth > MAX_EXPRESSION_DEPTH) this.#tooDeep(this.#token.at);
  }

  #above<Part extends Unplaced>(part: Part, ...below: Expression[]): Part & { depth: number } {
    const depth = 1 + below.reduce((deepest, node) => Math.max(deepest, node.depth), 0);
    if (depth > MAX_EXPRESSION_DEPTH) this.#tooDeep(part.at);
    return { ...part, depth };
  }

  #tooDeep(at: number): never {
    throw new SyntaxFault(at, `This rule is nested over ${MAX_EXPRESSION_DEPTH} levels`);
  }

  #advance(): void {
    this.#token = this.#lexer.next();
  }

  #atEnd(): boolean {
    return this.#token.kind === 'end';
  }

  #is(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.value === symbol;
  }

  #take(symbol: string): boolean {
    if (!this.#is(symbol)) return false;
    this.#advance();
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#take(symbol)) this.#unexpected(`"${symbol}"`);
  }

  #unexpected(expected?: string, token: Token = this.#token): never {
    const found = token.kind === 'end' ? 'the end of the rule' : `"${token.value}"`;
    const wish = expected === undefined ? '' : `, expected ${expected}`;
    throw new SyntaxFault(token.at, `Unexpected ${found}${wish}`);
  }
}

type Unplaced = Expression extends infer Node
  ? Node extends Expression
    ? Omit<Node, 'depth'>
    : never
  : never;
