import { i18n } from '@lingui/core';

/** The language of this build, as a BCP 47 tag. */
export const LANGUAGE = document.documentElement.lang || 'en';

// The build puts the texts into the code: there is no catalog (messages/compileMessages.ts).
i18n.loadAndActivate({ locale: LANGUAGE, messages: {} });

export { i18n };
