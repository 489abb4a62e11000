import { type I18n, type MessageDescriptor, type MessageOptions, setupI18n } from '@lingui/core';

/** The language of this build, as a BCP 47 tag. */
export const LANGUAGE = /* @__PURE__ */ languageOf(document);

function languageOf({ documentElement }: Document): string {
  return documentElement.lang || 'en';
}

// The build compiles messages into the code, so there is no catalog (messages/compileMessages.ts).
// Each module with a message imports this module, which must have no side effects. Then modules
// whose messages have no values do not load Lingui.
export const i18n = /* @__PURE__ */ withPlainValues(
  setupI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } }),
);

/**
 * Escapes backslashes in values, because Lingui decodes escape sequences after it has inserted the
 * values. A name with the characters `\u202e` would otherwise reverse the direction of the text
 * around it.
 */
function withPlainValues(lingui: I18n): I18n {
  const text = lingui._.bind(lingui);
  // Lingui declares two overloads, which one function cannot implement without a cast.
  lingui._ = ((first: MessageDescriptor | string, values?: Values, options?: MessageOptions) =>
    typeof first === 'string'
      ? text(first, values && escaped(values), options)
      : text(first.values ? { ...first, values: escaped(first.values) } : first)) as I18n['_'];
  return lingui;
}

type Values = Record<string, unknown>;

const escaped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\\', '\\x5c') : value,
    ]),
  );
