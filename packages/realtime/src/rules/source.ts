import { SyntaxFault } from './errors.ts';
import { MAX_RULES_DEPTH } from './limits.ts';

/** A JSON value with its offset in the text. */
export type SourceValue = { at: number } & (
  | { kind: 'object'; entries: SourceEntry[] }
  | { kind: 'array'; items: SourceValue[] }
  | { kind: 'string'; value: string; offsetOf: (index: number) => number }
  | { kind: 'number'; value: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
);

export interface SourceEntry {
  key: string;
  at: number;
  value: SourceValue;
}

const ESCAPES = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

/**
 * Parses JSON as used in rules files. Allows `//` and block comments, and line breaks inside
 * strings. A duplicate key is an error, because one of the two rules would be silently ignored.
 * @throws SyntaxFault
 */
export function readSource(text: string): SourceValue {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/**
 * Converts the text of rules to standard JSON: removes comments, and escapes line breaks in
 * strings.
 */
export function strictJson(text: string): string {
  return jsonOf(readSource(text));
}

function jsonOf(value: SourceValue): string {
  switch (value.kind) {
    case 'object': {
      const members = value.entries.map((entry) => [entry.key, jsonOf(entry.value)] as const);
      return `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
    }
    case 'array':
      return `[${value.items.map(jsonOf).join(',')}]`;
    case 'null':
      return 'null';
    default:
      return JSON.stringify(value.value);
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  }

  end(): void {
    this.#skip();
    if (this.#at < this.#text.length) this.#fail('Unexpected text after the end of the rules');
  }

  value(depth: number): SourceValue {
    this.#skip();
    if (depth > MAX_RULES_DEPTH) this.#fail(`The rules are nested over ${MAX_RULES_DEPTH} levels`);
    const at = this.#at;
    const char = this.#text[at];
    if (char === '{') return { kind: 'object', at, entries: this.#object(depth) };
    if (char === '[') return { kind: 'array', at, items: this.#array(depth) };
    if (char === '"') return { kind: 'string', at, ...this.#string() };
    return this.#word(at);
  }

  #object(depth: number): SourceEntry[] {
    const entries: SourceEntry[] = [];
    const seen = new Set<string>();
    this.#at++;
    if (this.#take('}')) return entries;
    do {
      this.#skip();
      const at = this.#at;
      if (this.#text[at] !== '"') this.#fail('Expected a key in double quotes');
      const key = this.#string().value;
      if (seen.has(key)) throw new SyntaxFault(at, `The key "${key}" appears here twice`);
      seen.add(key);
      if (!this.#take(':')) this.#fail(`Expected ":" after the key "${key}"`);
      entries.push({ key, at, value: this.value(depth + 1) });
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail('Expected "," or "}"');
    return entries;
  }

  #array(depth: number): SourceValue[] {
    const items: SourceValue[] = [];
    this.#at++;
    if (this.#take(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.#take(','));
    if (!this.#take(']')) this.#fail('Expected "," or "]"');
    return items;
  }

  #string(): { value: string; offsetOf: (index: number) => number } {
    const start = this.#at + 1;
    const escapes: { index: number; shift: number }[] = [];
    let value = '';
    let shift = 0;
    this.#at = start;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new SyntaxFault(start - 1, 'This string has no end');
      if (char === '"') break;
      if (char !== '\\') {
        value += char;
        this.#at++;
        continue;
      }
      const from = this.#at;
      value += this.#escape();
      shift += this.#at - from - 1;
      escapes.push({ index: value.length, shift });
    }
    this.#at++;
    return {
      value,
      offsetOf(index) {
        const before = escapes.findLast((known) => known.index <= index);
        return start + index + (before?.shift ?? 0);
      },
    };
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? '';
    const simple = ESCAPES.get(letter);
    if (simple !== undefined) {
      this.#at += 2;
      return simple;
    }
    const hex = this.#text.slice(this.#at + 2, this.#at + 6);
    if (letter !== 'u' || !/^[0-9a-f]{4}$/i.test(hex))
      this.#fail(`"\\${letter}" is not a JSON escape`);
    this.#at += 6;
    return String.fromCharCode(Number.parseInt(hex, 16));
  }

  #word(at: number): SourceValue {
    const word = /^[-+.\w]+/.exec(this.#text.slice(at, at + 40))?.[0] ?? '';
    this.#at += word.length;
    if (word === 'true' || word === 'false') return { kind: 'boolean', at, value: word === 'true' };
    if (word === 'null') return { kind: 'null', at };
    if (/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(word))
      return { kind: 'number', at, value: Number(word) };
    const found = word || this.#text[at];
    throw new SyntaxFault(at, found ? `Unexpected "${found}"` : 'Unexpected end of the rules');
  }

  #take(char: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #skip(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char === ' ' || char === '\n' || char === '\r' || char === '\t') this.#at++;
      else if (char === '/' && this.#text[this.#at + 1] === '/') this.#skipTo('\n', false);
      else if (char === '/' && this.#text[this.#at + 1] === '*') this.#skipTo('*/', true);
      else return;
    }
  }

  #skipTo(end: string, required: boolean): void {
    const found = this.#text.indexOf(end, this.#at + 2);
    if (found === -1 && required) this.#fail('This comment has no end');
    this.#at = found === -1 ? this.#text.length : found + end.length;
  }

  #fail(message: string): never {
    throw new SyntaxFault(this.#at, message);
  }
}
