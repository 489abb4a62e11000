import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

/** The folders with user-facing text. Each contains its own catalogs: locales/en.po, … */
const FOLDERS = ['apps/web', 'apps/server', 'packages/domain'];

/** The console's languages, which are the names of the files in its catalog folder. */
const languages = readdirSync(path.join(import.meta.dirname, 'apps/web/locales')).map((file) =>
  path.basename(file, '.po'),
);

/** Where the messages and their catalogs are. `npm run messages` updates the catalogs. */
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
  // This component needs no provider, because the language changes only when the page reloads.
  runtimeConfigModule: {
    i18n: ['@/lib/i18n/i18n.ts', 'i18n'],
    Trans: ['@/lib/i18n/Trans.tsx', 'Trans'],
  },
});
