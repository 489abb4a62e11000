import { PSEUDO, pseudoText } from '@halyard/messages/pseudo';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { type CatalogMessage, FOLDERS, type Folder, idOf, readCatalog } from './catalog.ts';
import type { Translate } from './compileMessages.ts';

/** The language of a console build, with its translations. */
export interface BuildLanguage {
  /** The language's BCP 47 tag. */
  tag: string;
  /** Translates the messages in the console's code. */
  translate: Translate;
  /**
   * The server's messages by ID, in ICU syntax. Empty for English, whose messages are in the code.
   */
  serverTexts: Readonly<Record<string, string>>;
}

const ENGLISH: BuildLanguage = { tag: 'en', translate: () => undefined, serverTexts: {} };
const OF_SERVER: readonly Folder[] = ['apps/server', 'packages/domain'];

/**
 * Reads the translations of a language. Messages without a translation stay English.
 * @param tag the language tag, which is also the file name of the catalogs: locales/{tag}.po
 * @throws if a catalog is missing
 */
export function languageOf(
  tag: string,
  read: (folder: Folder) => readonly CatalogMessage[] = (folder) =>
    tag === PSEUDO.tag ? pseudoCatalog(folder) : readCatalog(folder, tag),
): BuildLanguage {
  if (tag === 'en') return ENGLISH;
  const textsOf = (folders: readonly Folder[]) =>
    Object.fromEntries(
      folders
        .flatMap(read)
        .filter(({ translation }) => translation !== '')
        .map((message) => [idOf(message), message.translation]),
    );
  const all = textsOf(FOLDERS);
  return { tag, translate: (id) => all[id], serverTexts: textsOf(OF_SERVER) };
}

/**
 * A catalog with pseudo translations. Tests use it to find text that is not marked for translation.
 */
const pseudoCatalog = (folder: Folder): CatalogMessage[] =>
  readCatalog(folder).map((message) => ({ ...message, translation: pseudoText(message.text) }));

/** Matches the path of the module that contains the translated error messages of the server. */
const SERVER_TEXTS = /[\\/]lib[\\/]i18n[\\/]serverTexts\.ts$/;
/**
 * The empty object in `serverTexts.ts` that the build replaces with the translated messages of the
 * server.
 */
const NO_TEXTS = '= {};';
/**
 * The name of the file with translated messages that the server reads
 * (apps/server/src/app/language.ts).
 */
const SERVER_FILE = 'server-texts.json';

/**
 * Declares the language in the page, and writes the server's translated messages into the console
 * and into the file that the server reads.
 */
export function inLanguage({ tag, serverTexts }: BuildLanguage): Plugin {
  return {
    name: 'language',
    apply: 'build',
    transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${tag}">`),
    transform: {
      filter: { id: SERVER_TEXTS },
      handler(code) {
        if (!code.includes(NO_TEXTS)) throw new Error('serverTexts.ts has no place for texts');
        return {
          code: code.replace(NO_TEXTS, `= ${JSON.stringify(compiled(serverTexts))};`),
          map: null,
        };
      },
    },
    generateBundle() {
      if (tag === 'en') return;
      this.emitFile({ type: 'asset', fileName: SERVER_FILE, source: JSON.stringify(serverTexts) });
    },
  };
}

const compiled = (texts: BuildLanguage['serverTexts']) =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)]));
