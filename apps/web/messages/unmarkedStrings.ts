import { parseAst } from 'vite';

interface Unmarked {
  /** The text's line number in the source file, starting at 1. */
  line: number;
  text: string;
}

/** Matches text that looks like UI text: a capitalized first word, or two words in a row. */
const TEXT = /^\p{Lu}\p{Ll}|\p{L}[,.:;]? +\p{L}/u;
/** Matches the name of a time zone: "America/New_York". */
const ZONE = /^\w+(\/\w+)+$/;
const MACROS = new Set(['t', 'msg', 'plural', 'select']);
/**
 * Matches the types of syntax nodes in which strings are meant for programs or developers, not for
 * users.
 */
const NOT_SHOWN = /^(Import|ExportAll|Throw)|^TS(?!As|Satisfies|NonNull)/;

/** A node of the syntax tree (ESTree with types), with only the fields that this file reads. */
interface Node {
  type: string;
  start: number;
  name?: string;
  value?: unknown;
  computed?: boolean;
  operator?: string;
  callee?: Node;
  property?: Node;
  tag?: Node;
  quasi?: Node;
  quasis?: { value: { cooked: string } }[];
  expressions?: Node[];
}

/**
 * Returns the strings in `code` (TypeScript) that look like user-facing text but are not marked by
 * a macro.
 */
export function unmarkedStrings(code: string): Unmarked[] {
  const found: { start: number; text: string }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (NOT_SHOWN.test(node.type) || isComparison(node)) return;
    if (node.type === 'TaggedTemplateExpression' && isMacro(node.tag))
      return visit(node.quasi?.expressions);
    if (node.type === 'CallExpression' && isMacro(node.callee)) return;
    if (node.callee?.property?.name === 'describe') return visit(node.callee);
    const text = textOf(node);
    if (text !== null && TEXT.test(text) && !ZONE.test(text))
      found.push({ start: node.start, text });
    for (const [key, child] of Object.entries(node))
      if (key !== 'key' || node.computed) visit(child);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }));
}

const isMacro = (node: Node | undefined): boolean => MACROS.has(node?.name ?? '');

const isComparison = ({ type, operator = '' }: Node): boolean =>
  type === 'BinaryExpression' && operator.includes('==');

/**
 * Returns the text of a string literal or template, with `x` in place of each embedded expression;
 * null for other nodes and for templates without words.
 */
function textOf({ type, value, quasis = [] }: Node): string | null {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return null;
  const parts = quasis.map(({ value: { cooked } }) => cooked);
  return parts.some((part) => /\p{L}{2}/u.test(part)) ? parts.join('x') : null;
}
