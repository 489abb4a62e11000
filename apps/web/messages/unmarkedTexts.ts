import { parseAst } from 'vite';

interface Unmarked {
  /** The text's line number in the source file, starting at 1. */
  line: number;
  text: string;
}

/** Attributes and properties whose text users see or hear. */
const SHOWN =
  /^(title|label|subtitle|description|placeholder|alt|hint|caption|text|message|question|confirm|cancel|action|note|empty|summary|unit|aria-label|aria-description|aria-roledescription|aria-valuetext|\w+(Label|Title|Text|Hint|Message))$/;

/** Matches symbols, numbers, and example URLs and hosts, which need no translation. */
const WORDLESS = /^[^\p{L}]*$|^https:\/\/\S*$|^(\w+\.)+\w+$/u;
const MESSAGES = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

/** A node of the syntax tree (ESTree with JSX), with only the fields that this file reads. */
interface Node {
  type: string;
  start: number;
  name?: string | Node;
  value?: unknown;
  openingElement?: Node;
  attributes?: Node[];
  children?: Node[];
  expression?: Node;
  consequent?: Node;
  alternate?: Node;
  left?: Node;
  right?: Node;
}

/**
 * Finds user-facing text in JSX that is not marked for translation by a macro.
 * @param code TSX source code
 */
export function unmarkedTexts(code: string): Unmarked[] {
  const found: { start: number; text: string }[] = [];
  const add = (text: string, { start }: Node) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (WORDLESS.test(words)) return;
    found.push({ start, text: words });
  };
  /**
   * Visits every string that an expression can render, including those in all branches of a
   * condition.
   */
  const visitShown = (node: Node | null | undefined): void => {
    if (!node) return;
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.value, node);
    if (node.type === 'TemplateLiteral') add(templateText(node), node);
    if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].map(visitShown);
    if (node.type === 'LogicalExpression') [node.left, node.right].map(visitShown);
  };
  const visit = (value: unknown, isMessage: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, isMessage);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'JSXText' && !isMessage) add(String(node.value), node);
    if (node.type === 'JSXAttribute' && SHOWN.test(nameOf(node))) {
      const { value: content } = node as { value?: Node };
      visitShown(content?.type === 'JSXExpressionContainer' ? content.expression : content);
    }
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const inMessage = isMessage || MESSAGES.has(nameOf(node.openingElement));
      if (!inMessage)
        for (const child of node.children ?? [])
          if (child.type === 'JSXExpressionContainer') visitShown(child.expression);
      visit(node.openingElement?.attributes, false);
      visit(node.children, inMessage);
      return;
    }
    for (const one of Object.values(node)) visit(one, isMessage);
  };
  visit(parseAst(code, { lang: 'tsx' }), false);
  return found
    .sort((one, other) => one.start - other.start)
    .map(({ start, text }) => ({ line: code.slice(0, start).split('\n').length, text }));
}

function nameOf(node: Node | undefined): string {
  const name = node?.name;
  return typeof name === 'object' ? String(name.name) : (name ?? '');
}

const templateText = (node: object): string =>
  (node as { quasis: { value: { cooked: string } }[] }).quasis
    .map(({ value }) => value.cooked)
    .join(' ');
