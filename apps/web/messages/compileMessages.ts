import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { type Plugin, parseAst } from 'vite';

/**
 * Returns the translation of the message with this ID; undefined if the English text is to be used.
 */
export type Translate = (id: string) => string | undefined;

/**
 * Compiles the messages of one language into the console's build for that language. The browser
 * then loads no catalog and no message parser.
 */
export function compileMessages(translate: Translate): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    // Runs after JSX has been compiled to calls.
    enforce: 'post',
    transform: {
      filter: { id: /\.tsx?$/, code: /\bmessage: ?["'`]/ },
      handler: (code) => ({ code: withTexts(code, translate), map: null }),
    },
  };
}

/**
 * Allows the bundler to drop Lingui's runtime from files whose messages have all become plain
 * strings.
 */
export const dropUnusedRuntime: Plugin = {
  name: 'drop-unused-message-runtime',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]src[\\/]lib[\\/]i18n[\\/]/ },
    handler: (code) => ({ code, moduleSideEffects: false, map: null }),
  },
};

/**
 * Replaces Lingui's message descriptors with compiled texts. If a message has no placeholders, the
 * whole call is replaced with the translated string.
 * @param code JavaScript with calls such as `i18n._({ id: 'vERlcd', message: 'Hello {name}', values
 * })`
 */
export function withTexts(code: string, translate: Translate): string {
  return replacements(code, translate)
    .sort((one, other) => other.start - one.start)
    .reduce((done, { start, end, text }) => done.slice(0, start) + text + done.slice(end), code);
}

/** A node of the ESTree syntax tree, with only the fields that this file reads. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  key?: Node;
  callee?: Node;
  object?: Node;
  arguments?: Node[];
  properties?: Node[];
}

interface Replacement {
  /** The node's start and end, as offsets in the code. */
  start: number;
  end: number;
  text: string;
}

/**
 * Matches a `__PURE__` comment before a call. If a string replaces the call, the comment must be
 * removed too. Otherwise, the bundler prints a warning.
 */
const PURE_CALL = /\/\* ?[#@]__PURE__ ?\*\/ ?$/;

function replacements(code: string, translate: Translate): Replacement[] {
  const found: Replacement[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    const text = shownText(value, translate);
    if (text !== undefined) {
      const [comment = ''] = PURE_CALL.exec(code.slice(0, value.start)) ?? [];
      const start = value.start - comment.length;
      found.push({ start, end: value.end, text: JSON.stringify(text) });
      return;
    }
    const descriptor = readDescriptor(value);
    if (descriptor) {
      const { id, message } = descriptor;
      const text = JSON.stringify(compiled(descriptor, translate));
      found.push(
        { start: id.start, end: id.end, text: '""' },
        { start: message.start, end: message.end, text },
      );
    }
    Object.values(value).forEach(visit);
  };
  visit(parseAst(code));
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/**
 * Returns the text that a call such as `i18n._({…})` or `jsx(Trans, {…})` shows; undefined if the
 * text contains placeholders.
 */
function shownText(
  { type, callee, arguments: [first, second, ...more] = [] }: Node,
  translate: Translate,
): string | undefined {
  if (type !== 'CallExpression' || !first || more.length > 0) return undefined;
  const isLookUp = callee?.object?.name === LOOK_UP && !second;
  const descriptor = readDescriptor(isLookUp ? first : first.name === TRANS ? second : undefined);
  if (!descriptor || descriptor.isMore) return undefined;
  const [text = '', ...parts] = compiled(descriptor, translate);
  return typeof text === 'string' && parts.length === 0 ? text : undefined;
}

/** The names under which Lingui's macros import the `i18n` object and the `Trans` component. */
const LOOK_UP = '$_i18n';
const TRANS = 'Trans_';

interface Descriptor {
  id: TextNode;
  message: TextNode;
  /** Whether the message has placeholders for values or contains components. */
  isMore: boolean;
}

function readDescriptor(node: Node | undefined): Descriptor | null {
  if (node?.type !== 'ObjectExpression') return null;
  const properties = node.properties ?? [];
  const named = (name: string) => properties.find(({ key }) => key?.name === name);
  const id = named('id')?.value;
  const message = named('message')?.value;
  if (!isText(id) || !isText(message)) return null;
  const isMore = named('values') !== undefined || named('components') !== undefined;
  return { id, message, isMore };
}

type TextNode = Node & { value: string };

const isText = (value: unknown): value is TextNode =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string';

const compiled = ({ id, message }: Descriptor, translate: Translate) =>
  compileMessageOrThrow(translate(id.value) ?? message.value);
