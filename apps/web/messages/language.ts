import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { type CatalogMessage, FOLDERS, type Folder, idOf, readCatalog } from './catalog.ts';
import type { Translate } from './compileMessages.ts';

/** What a build needs to know about its language. */
export interface BuildLanguage {
  /** A BCP 47 tag. */
  tag: string;
  /** For the texts in the console's code. */
  translate: Translate;
  /** The texts of the server by id, in ICU's syntax. English has none: they are in its code. */
  serverTexts: Readonly<Record<string, string>>;
}

const ENGLISH: BuildLanguage = { tag: 'en', translate: () => undefined, serverTexts: {} };
const OF_SERVER: readonly Folder[] = ['apps/server', 'packages/domain'];

/**
 * @param tag names the catalogs: locales/{tag}.po
 * @returns the language. Texts without a translation stay English.
 * @throws if a catalog is missing
 */
export function languageOf(
  tag: string,
  read: (folder: Folder) => readonly CatalogMessage[] = (folder) => readCatalog(folder, tag),
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

/** The module that gets the server's texts, for errors. */
const SERVER_TEXTS = /[\\/]lib[\\/]i18n[\\/]serverTexts\.ts$/;
/** The place in that module for the texts. */
const NO_TEXTS = '= {};';
/** The file from which the server reads its texts (apps/server/src/app/language.ts). */
const SERVER_FILE = 'server-texts.json';

/** Puts a language into the page, and the server's texts where the console and the server find them. */
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
