import { isExact } from '../exactJson.ts';
import { SyntaxFault } from './errors.ts';

export type Token = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'string'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'symbol'; value: string }
  | { kind: 'end' }
);

/** The symbols of the rules language, longest first, so that `===` is not read as `==` and `=`. */
const SYMBOLS = ['===', '!==', '==', '!=', '<=', '>=', '&&', '||', ...'<>!+-*/%?:.,()[]'];

const STRING_ESCAPES = new Map(
  Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);

const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const HEXADECIMAL = /^0[xX]/;
const NAME = /\$?[A-Za-z_][\w]*|\$\w+/y;
const SPACE = /\s*/y;

/**
 * Reads the tokens of a rule on demand, because only the parser knows whether `/` begins a regular
 * expression.
 */
export class Lexer {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Token {
    this.#at += this.#match(SPACE)?.length ?? 0;
    const at = this.#at;
    const char = this.#text[at];
    if (char === undefined) return { kind: 'end', at };
    if (char === '"' || char === "'") return { kind: 'string', at, value: this.#string(char) };
    const number = this.#match(NUMBER);
    if (number !== undefined) return this.#number(at, number);
    const name = this.#match(NAME);
    if (name !== undefined) {
      this.#at += name.length;
      return { kind: 'name', at, value: name };
    }
    const symbol = SYMBOLS.find((candidate) => this.#text.startsWith(candidate, at));
    if (symbol === undefined) throw new SyntaxFault(at, unknownSymbol(char));
    this.#at += symbol.length;
    return { kind: 'symbol', at, value: symbol };
  }

  /** Reads a regular expression literal that begins with the `/` token at `start`. */
  regexp(start: number): { source: string; flags: string } {
    let inSet = false;
    let at = start + 1;
    for (; ; at++) {
      const char = this.#text[at];
      if (char === undefined || char === '\n') {
        throw new SyntaxFault(start, 'This regular expression has no end');
      }
      if (char === '\\') at++;
      else if (char === '[') inSet = true;
      else if (char === ']') inSet = false;
      else if (char === '/' && !inSet) break;
    }
    this.#at = at + 1;
    const flags = this.#match(/[A-Za-z]*/y) ?? '';
    this.#at += flags.length;
    return { source: this.#text.slice(start + 1, at), flags };
  }

  #number(at: number, digits: string): Token {
    this.#at += digits.length;
    if (this.#match(NAME) !== undefined) throw new SyntaxFault(at, 'This number runs into a name');
    const value = Number(digits);
    const isInexact = HEXADECIMAL.test(digits) ? !Number.isSafeInteger(value) : !isExact(digits);
    if (isInexact) {
      throw new SyntaxFault(at, 'This integer is too large to be kept exactly');
    }
    return { kind: 'number', at, value };
  }

  #string(quote: string): string {
    const start = this.#at;
    let value = '';
    for (this.#at++; ; ) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new SyntaxFault(start, 'This string has no end');
      this.#at++;
      if (char === quote) return value;
      value += char === '\\' ? this.#escape() : char;
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at++] ?? '';
    const length = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
    if (length === 0) return STRING_ESCAPES.get(letter) ?? letter;
    const hex = this.#text.slice(this.#at, this.#at + length);
    if (hex.length < length || /[^0-9a-f]/i.test(hex)) {
      throw new SyntaxFault(this.#at - 2, `"\\${letter}" needs ${length} hexadecimal digits`);
    }
    this.#at += length;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0];
  }
}

function unknownSymbol(char: string): string {
  if (char === '=') return 'Rules cannot assign; compare with "=="';
  if (char === ';') return 'A rule is one expression, without ";"';
  if (char === '&' || char === '|') return `Unknown operator "${char}"; write "${char}${char}"`;
  return `Unexpected "${char}"`;
}
