// Runs the server and the console, which reload on changes, and the demo's poles.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { at, ROOT } from './lib/paths.mjs';
import { say, startChild, stopWithParent } from './lib/processes.mjs';
import { ensureInstalled, main } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

/** Resolves once the server responds. A watched process cannot notify its parent itself. */
async function untilServing(url) {
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
}

main(async () => {
  await ensureInstalled();
  stopWithParent();
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || 'data/dev');
  const port = process.env.PORT || '3000';
  const url = `http://127.0.0.1:${port}`;
  startChild(
    [
      '--watch',
      '--watch-preserve-output',
      '--conditions=source',
      at('apps/server/src/main.ts'),
      '--demo',
    ],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: port } },
  );
  startChild([TOOLS.vite], {
    cwd: at('apps/web'),
    env: { ...process.env, HALYARD_SERVER: url },
  });
  say('Open the console at the URL that Vite prints. It reloads on changes.');
  await untilServing(url);
  const fleet = path.join(dataDir, 'poles.json');
  startChild([
    ...['--conditions=source', at('apps/poles/src/cli.ts')],
    ...['--server', url, '--fleet', fleet, '--quiet'],
  ]);
});
