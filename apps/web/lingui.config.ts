import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

/** Where Lingui finds the console's texts, and the catalogs that `npm run messages` writes. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    { path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
  extractors: [createSwcExtractor()],
  // Replaces Lingui's component with one that needs no provider, because the language changes only
  // when the page reloads.
  runtimeConfigModule: {
    i18n: ['@/lib/i18n/i18n.ts', 'i18n'],
    Trans: ['@/lib/i18n/Trans.tsx', 'Trans'],
  },
});
