import type { Messages } from '@lingui/core';

/**
 * The server's messages in the language of this build, which the build writes here
 * (messages/language.ts). Empty for English, because the server sends English.
 */
export const SERVER_TEXTS: Messages = {};
