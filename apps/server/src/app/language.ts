import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENGLISH, type Language } from '@halyard/messages/language';
import { CannotStart } from '../platform/config/cannotStart.ts';

const WEB = fileURLToPath(new URL('../../../web', import.meta.url));
/**
 * The file with the translations of the server's own messages. The build of the console puts it
 * next to the console's files (apps/web/messages/language.ts).
 */
const TEXTS = 'server-texts.json';

/** The files of the console in one language, and the translations of the server's messages. */
export interface DisplayLanguage {
  webRoot: string;
  language: Language;
}

/**
 * Returns the display language.
 * @param tag the value of the setting DISPLAY_LANGUAGE
 * @throws CannotStart if the console has not been built in this language
 */
export function displayLanguage(tag: string, web = WEB): DisplayLanguage {
  if (tag === 'en') return { webRoot: path.join(web, 'dist'), language: ENGLISH };
  const webRoot = path.join(web, `dist-${tag}`);
  const file = path.join(webRoot, TEXTS);
  if (!existsSync(file))
    throw new CannotStart(
      `DISPLAY_LANGUAGE is ${tag}, but Halyard was built without this language.`,
    );
  return { webRoot, language: { tag, texts: JSON.parse(readFileSync(file, 'utf8')) } };
}
