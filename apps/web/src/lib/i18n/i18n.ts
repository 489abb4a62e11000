import { setupI18n } from '@lingui/core';

/** The language of this build, as a BCP 47 tag. */
export const LANGUAGE = /* @__PURE__ */ languageOf(document);

/** The locale for numbers and lists: English has the conventions of the United States. */
export const LOCALE = LANGUAGE === 'en' ? 'en-US' : LANGUAGE;

function languageOf({ documentElement }: Document): string {
  return documentElement.lang || 'en';
}

// The build puts the texts into the code: there is no catalog (messages/compileMessages.ts). Each
// module with a text imports this one, so it must have no side effects: then a module whose texts
// have no values loads nothing of Lingui.
export const i18n = /* @__PURE__ */ setupI18n({ locale: LANGUAGE, messages: { [LANGUAGE]: {} } });
