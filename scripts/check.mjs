// Checks types, lint, structure and format. Passes its arguments to biome: npm run check -- --write
import { at } from './lib/paths.mjs';
import { run } from './lib/processes.mjs';
import { ensureInstalled, main } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

main(async () => {
  await ensureInstalled();
  const tool = (name, ...args) => run(process.execPath, [TOOLS[name], ...args]);
  // Runs first, because the linter reads the compiled types.
  await tool('tsc', '-b');
  const results = await Promise.allSettled([
    tool('biome', 'check', '.', ...process.argv.slice(2)),
    tool('oxlint', '--type-aware'),
    run(process.execPath, [at('scripts/checkLayers.mjs')]),
  ]);
  if (results.some(({ status }) => status === 'rejected')) process.exit(1);
});
