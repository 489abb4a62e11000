import type { Messages } from '@lingui/core';

/**
 * The server's texts in the language of this build. The build writes them here
 * (messages/serverTexts.ts). In English there are none, since the server sends English.
 */
export const SERVER_TEXTS: Messages = {};
