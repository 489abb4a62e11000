import { setupI18n } from '@lingui/core';

/** The language of this build, as a BCP 47 tag. */
export const LANGUAGE = /* @__PURE__ */ languageOf(document);

/** The locale for numbers and lists: English has the conventions of the United States. */
export const LOCALE = LANGUAGE === 'en' ? 'en-US' : LANGUAGE;

function languageOf({ documentElement }: Document): string {
  return documentElement.lang || 'en';
}

// The Lingui instance. It has no catalog, because the build puts the texts into the code
// (messages/compileMessages.ts). Each module with a text imports this one, so it must have no side
// effects. That way, a module whose texts have no values does not load Lingui.
export const i18n = /* @__PURE__ */ setupI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } });
