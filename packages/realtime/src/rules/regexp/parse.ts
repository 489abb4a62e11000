import {
  type CharacterSet,
  codesOf,
  DIGIT,
  DOT,
  NOT_DIGIT,
  NOT_SPACE,
  NOT_WORD,
  SPACE,
  WORD,
} from './characters.ts';
import { RegexpFault } from './fault.ts';

/** A regular expression of the rules language, parsed as a tree. */
export type Pattern =
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'sequence'; parts: Pattern[] }
  | { kind: 'branches'; branches: Pattern[] }
  | { kind: 'repeat'; part: Pattern; min: number; max: number }
  | { kind: 'start' }
  | { kind: 'end' };

const CLASSES = new Map<string, CharacterSet>([
  ['d', DIGIT],
  ['D', NOT_DIGIT],
  ['s', SPACE],
  ['S', NOT_SPACE],
  ['w', WORD],
  ['W', NOT_WORD],
]);

const CONTROLS = new Map(Object.entries({ f: 12, n: 10, r: 13, t: 9, v: 11, 0: 0 }));

const MAX_DEPTH = 50;

/**
 * Parses the subset of regular expressions that Firebase documents (protocol §19): characters, `.`,
 * sets, the classes `\d \s \w` and their negations, groups, `|`, `* + ? {n} {n,} {n,m}`, and the
 * anchors `^` and `$` at the start and end of the pattern. Other syntax, such as look-around,
 * back-references and lazy repetition, is an error.
 * @throws RegexpFault
 */
export function parsePattern(source: string): Pattern {
  return new PatternParser(source).parse();
}

class PatternParser {
  readonly #chars: readonly string[];
  /**
   * For each character of the regular expression, its offset in UTF-16 code units. Used for the
   * positions of errors.
   */
  readonly #offsets: readonly number[];
  #at = 0;

  constructor(source: string) {
    this.#chars = [...source];
    let offset = 0;
    this.#offsets = [...this.#chars, ''].map((char) => {
      offset += char.length;
      return offset - char.length;
    });
  }

  parse(): Pattern {
    if (this.#chars.length === 0) this.#fail('This regular expression is empty');
    const pattern = this.#branches(0);
    if (this.#at < this.#chars.length) this.#fail('This ")" closes nothing');
    return pattern;
  }

  #branches(depth: number): Pattern {
    if (depth > MAX_DEPTH) this.#fail(`Groups are nested over ${MAX_DEPTH} levels`);
    const branches = [this.#sequence(depth)];
    while (this.#take('|')) branches.push(this.#sequence(depth));
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'branches', branches };
  }

  #sequence(depth: number): Pattern {
    const parts: Pattern[] = [];
    for (let char = this.#chars[this.#at]; char !== undefined; char = this.#chars[this.#at]) {
      if (char === '|' || char === ')') break;
      parts.push(this.#repeated(depth));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(depth: number): Pattern {
    const part = this.#single(depth);
    const repeat = this.#repetition();
    if (repeat === undefined) return part;
    if (part.kind === 'start' || part.kind === 'end') this.#fail('An anchor cannot be repeated');
    if (/[*+?{]/.test(this.#chars[this.#at] ?? '')) {
      this.#fail('A repetition cannot be repeated; put the first one into a group');
    }
    return { kind: 'repeat', part, ...repeat };
  }

  #single(depth: number): Pattern {
    const at = this.#at;
    const char = this.#chars[at] ?? '';
    this.#at++;
    switch (char) {
      case '^':
        if (at === 0) return { kind: 'start' };
        return this.#fail(
          '"^" is allowed only at the very beginning; write "\\^" for the character',
          at,
        );
      case '$':
        if (at === this.#chars.length - 1) return { kind: 'end' };
        return this.#fail('"$" is allowed only at the very end; write "\\$" for the character', at);
      case '(': {
        if (this.#chars[this.#at] === '?') {
          this.#fail('Look-around and groups that begin with "(?" are not supported', at);
        }
        const group = this.#branches(depth + 1);
        if (!this.#take(')')) this.#fail('This group has no end', at);
        return group;
      }
      case '[':
        return { kind: 'set', set: this.#set(at) };
      case '.':
        return { kind: 'set', set: DOT };
      case '\\':
        return { kind: 'set', set: this.#escape(at) };
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#fail(`There is nothing to repeat before "${char}"`, at);
      default:
        return { kind: 'set', set: codesOf(char.codePointAt(0) ?? 0) };
    }
  }

  #repetition(): { min: number; max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Infinity };
    if (this.#take('+')) return { min: 1, max: Infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    const at = this.#at;
    if (!this.#take('{')) return undefined;
    const min = this.#number();
    let max = min;
    if (this.#take(',')) max = this.#chars[this.#at] === '}' ? Infinity : this.#number();
    if (!this.#take('}')) this.#fail('Expected "}" after the number of repetitions');
    if (max < min) this.#fail('The numbers of this repetition are out of order', at);
    return { min, max };
  }

  #number(): number {
    let digits = '';
    while (/\d/.test(this.#chars[this.#at] ?? '')) digits += this.#chars[this.#at++];
    if (digits === '')
      this.#fail('Expected a number of repetitions; write "\\{" for the character');
    return Number(digits);
  }

  #set(start: number): CharacterSet {
    const negated = this.#take('^');
    const ranges: CharacterSet['ranges'][number][] = [];
    const tests: CharacterSet['tests'][number][] = [];
    do {
      const at = this.#at;
      const from = this.#setItem(start);
      const dash = this.#chars[this.#at] === '-' && this.#chars[this.#at + 1] !== ']';
      if (!dash || from.tests.length > 0) {
        ranges.push(...from.ranges);
        tests.push(...from.tests);
        continue;
      }
      this.#at++;
      const to = this.#setItem(start);
      const [first, last] = [from.ranges[0]?.[0], to.ranges[0]?.[0]];
      if (first === undefined || last === undefined || last < first) {
        this.#fail('The ends of this range are out of order', at);
      } else {
        ranges.push([first, last]);
      }
    } while (!this.#take(']'));
    return { ranges, tests, negated };
  }

  #setItem(start: number): CharacterSet {
    const at = this.#at;
    const char = this.#chars[this.#at++];
    if (char === undefined) this.#fail('This set has no end', start);
    if (char === ']') this.#fail('This set is empty', start);
    return char === '\\' ? this.#escape(at) : codesOf(char.codePointAt(0) ?? 0);
  }

  #escape(at: number): CharacterSet {
    const letter = this.#chars[this.#at++];
    if (letter === undefined) this.#fail('Nothing follows the "\\"', at);
    const set = CLASSES.get(letter);
    if (set !== undefined) return set;
    const control = CONTROLS.get(letter);
    if (control !== undefined) return codesOf(control);
    if (letter === 'x' || letter === 'u') return this.#hex(at, letter === 'x' ? 2 : 4);
    if (/[A-Za-z0-9]/.test(letter)) this.#fail(`"\\${letter}" is not supported`, at);
    return codesOf(letter.codePointAt(0) ?? 0);
  }

  #hex(at: number, length: number): CharacterSet {
    const digits = this.#chars.slice(this.#at, this.#at + length).join('');
    if (digits.length < length || /[^0-9a-f]/i.test(digits)) {
      this.#fail(`Expected ${length} hexadecimal digits`, at);
    }
    this.#at += length;
    return codesOf(Number.parseInt(digits, 16));
  }

  #take(char: string): boolean {
    if (this.#chars[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #fail(message: string, at = this.#at): never {
    throw new RegexpFault(this.#offsets[Math.min(at, this.#chars.length)] ?? 0, message);
  }
}
