/**
 * The macros that mark user-facing messages. On the server they run as functions; the console's
 * build replaces them with Lingui's macros of the same names. `npm run messages` collects the
 * messages that they mark.
 */
import { inLanguage } from './language.ts';
import { type Message, messageId, type Value } from './message.ts';

export type { Message } from './message.ts';

/** A placeholder's value, with the placeholder's name: `{ name }` or `{ name: flag.name }`. */
type Named = Readonly<Record<string, Value>>;
/** A part of a message that depends on a value, created by `plural` or `select`. */
interface Choice {
  readonly choice: 'plural' | 'select';
  readonly named: Named;
  readonly cases: Cases;
}
type Cases = Readonly<Record<string, string>> & { readonly other: string };
/** A message with a context, for words that have several translations. */
interface WithContext {
  readonly message: string | Choice;
  readonly context: string;
}
type Marked = [WithContext] | [texts: TemplateStringsArray, ...values: (Named | Choice)[]];

/**
 * Returns a message in the language set for this process, for example ``t`Flag ${{ name }} not
 * found` ``.
 */
export const t = (...marked: Marked): string => inLanguage(msg(...marked));

/**
 * Returns a message without translating it yet, for example ``msg`Flag ${{ name }} not found` ``.
 */
export function msg(...[first, ...parts]: Marked): Message {
  if ('context' in first) {
    const { message, context } = first;
    return typeof message === 'string'
      ? toMessage([message], [], context)
      : toMessage(['', ''], [message], context);
  }
  return toMessage(first, parts);
}

/**
 * Creates a part of a message that depends on a number. In the texts, `#` is replaced by the
 * number.
 * @example t`${plural({ count }, { one: '# pole', other: '# poles' })} offline`
 */
export const plural = (named: Readonly<Record<string, number>>, cases: Cases): Choice => ({
  choice: 'plural',
  named,
  cases,
});

/**
 * Creates a part of a message that depends on a string.
 * @example t`Raise ${select({ part }, { lamp: 'the lamp', other: 'the flag' })}`
 */
export const select = (named: Readonly<Record<string, string>>, cases: Cases): Choice => ({
  choice: 'select',
  named,
  cases,
});

function toMessage(
  texts: readonly string[],
  parts: readonly (Named | Choice)[],
  context = '',
): Message {
  const values: Record<string, Value> = {};
  const message = texts.reduce((done, text, index) => {
    const part = parts[index - 1]!;
    const isChoice = isChoiceOf(part);
    const [entry, ...more] = Object.entries(isChoice ? part.named : part);
    if (!entry || more.length > 0) throw new Error('Name each value of a text: { name: value }');
    values[entry[0]] = entry[1];
    return done + (isChoice ? icuChoice(entry[0], part) : `{${entry[0]}}`) + text;
  });
  return { id: idOf(message, context), message, values };
}

/**
 * Caches message IDs by context and English text, because computing an ID takes microseconds, which
 * adds up for thousands of messages.
 */
const ids = new Map<string, string>();

function idOf(message: string, context: string): string {
  const key = `${context}\u001f${message}`;
  let id = ids.get(key);
  if (id === undefined) {
    id = messageId(message, context);
    ids.set(key, id);
  }
  return id;
}

const isChoiceOf = (part: Named | Choice): part is Choice =>
  'cases' in part && typeof part.cases === 'object';

/**
 * Returns a part of a message that depends on a value, in ICU syntax, for example `{count, plural,
 * =0 {none} one {# pole} other {# poles}}`.
 */
function icuChoice(name: string, { choice, cases }: Choice): string {
  const texts = Object.entries(cases).map(
    ([value, text]) => `${/^\d+$/.test(value) ? '=' : ''}${value} {${text}}`,
  );
  return `{${name}, ${choice}, ${texts.join(' ')}}`;
}
