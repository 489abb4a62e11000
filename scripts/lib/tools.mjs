import { at } from './paths.mjs';

/** The installed tools, each with the file for Node to run. */
export const TOOLS = {
  biome: at('node_modules/@biomejs/biome/bin/biome'),
  lingui: at('node_modules/@lingui/cli/dist/lingui.js'),
  oxlint: at('node_modules/oxlint/bin/oxlint'),
  playwright: at('node_modules/@playwright/test/cli.js'),
  tsc: at('node_modules/typescript/bin/tsc'),
  vite: at('node_modules/vite/bin/vite.js'),
  vitest: at('node_modules/vitest/vitest.mjs'),
};
