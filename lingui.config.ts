import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

/** The folders with texts for people. Each has its catalogs: locales/en.po, … */
const FOLDERS = ['apps/web', 'apps/server', 'packages/domain'];

/** A language is a file in the console's folder of catalogs. */
const languages = readdirSync(path.join(import.meta.dirname, 'apps/web/locales')).map((file) =>
  path.basename(file, '.po'),
);

/** Where the texts are, and their catalogs: `npm run messages` writes them. */
export default defineConfig({
  sourceLocale: 'en',
  locales: languages,
  catalogs: FOLDERS.map((folder) => ({
    path: `<rootDir>/${folder}/locales/{locale}`,
    include: [`<rootDir>/${folder}/src`],
    exclude: ['**/*.test.*', '**/testing/**', '**/dist/**'],
  })),
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  extractors: [createSwcExtractor()],
  macro: { corePackage: ['@lingui/core/macro', '@halyard/messages'] },
  // A component that needs no provider: the language changes only with the page.
  runtimeConfigModule: {
    i18n: ['@/lib/i18n/i18n.ts', 'i18n'],
    Trans: ['@/lib/i18n/Trans.tsx', 'Trans'],
  },
});
