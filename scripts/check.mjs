// Types, lint and format. Arguments go to biome: npm run check -- --write
import { run } from './lib/processes.mjs';
import { ensureInstalled, main } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

main(async () => {
  await ensureInstalled();
  const tool = (name, ...args) => run(process.execPath, [TOOLS[name], ...args]);
  // First, since the linter reads the compiled types.
  await tool('tsc', '-b');
  const results = await Promise.allSettled([
    tool('biome', 'check', '.', ...process.argv.slice(2)),
    tool('oxlint', '--type-aware'),
  ]);
  if (results.some(({ status }) => status === 'rejected')) process.exit(1);
});
