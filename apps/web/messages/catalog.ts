import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parsePo } from 'pofile-ts';

/** A message of the English catalog. */
export interface CatalogMessage {
  text: string;
  /** Distinguishes messages that have the same text; empty if there is none. */
  context: string;
}

/** Returns the messages of locales/en.po. */
export function readCatalog(): CatalogMessage[] {
  const file = path.resolve(import.meta.dirname, '../locales/en.po');
  return parsePo(readFileSync(file, 'utf8')).items.map(({ msgid, msgctxt }) => ({
    text: msgid,
    context: msgctxt ?? '',
  }));
}
