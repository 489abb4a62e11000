// Runs an installed tool with a supported Node: node scripts/tool.mjs vitest run --project web
import { spawn } from 'node:child_process';
import { ensureInstalled, main } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

main(async () => {
  const [name, ...args] = process.argv.slice(2);
  const file = TOOLS[name];
  if (!file)
    throw new Error(
      `Usage: npm run tool -- NAME [ARGS…], with one of ${Object.keys(TOOLS).join(', ')}`,
    );
  await ensureInstalled();
  const tool = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tool.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    tool.on('error', reject);
    tool.on('exit', (code) => resolve(code ?? 1));
  });
});
