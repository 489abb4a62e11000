import type { Messages } from '@lingui/core';

/**
 * The server's messages in the language of this build, inserted by the build
 * (messages/language.ts). Empty for English.
 */
export const SERVER_TEXTS: Messages = {};
