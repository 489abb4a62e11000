import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

/** Where the console's texts are, and their catalogs: `npm run messages` writes them. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  extractors: [createSwcExtractor()],
  // A component that needs no provider: the language changes only with the page.
  runtimeConfigModule: {
    i18n: ['@/lib/i18n/i18n.ts', 'i18n'],
    Trans: ['@/lib/i18n/Trans.tsx', 'Trans'],
  },
});
