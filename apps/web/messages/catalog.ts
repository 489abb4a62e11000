import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { parsePo } from 'pofile-ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The folders with user-facing text (lingui.config.ts). */
export const FOLDERS = ['apps/web', 'apps/server', 'packages/domain'] as const;
export type Folder = (typeof FOLDERS)[number];

/** A message in a translation catalog. */
export interface CatalogMessage {
  text: string;
  /**
   * The translation context that distinguishes messages with the same text; empty if there is none.
   */
  context: string;
  /**
   * The translation; empty if there is none yet. In the English catalog, it is the same as `text`.
   */
  translation: string;
}

/** Returns the messages of a folder's locales/{language}.po. */
export function readCatalog(folder: Folder, language = 'en'): CatalogMessage[] {
  const file = path.join(ROOT, folder, `locales/${language}.po`);
  return parsePo(readFileSync(file, 'utf8')).items.map(({ msgid, msgctxt, msgstr }) => ({
    text: msgid,
    context: msgctxt ?? '',
    translation: msgstr.join(''),
  }));
}

export const idOf = ({ text, context }: CatalogMessage): string => generateMessageId(text, context);
