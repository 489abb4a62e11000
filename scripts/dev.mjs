// Server and console with reload on change, and the demo's poles.
import path from 'node:path';
import { at, ROOT } from './lib/paths.mjs';
import { say, startChild, stopWithParent } from './lib/processes.mjs';
import { checkNode, ensureInstalled, main } from './lib/setup.mjs';

const TSX = ['--conditions=source', '--import', 'tsx'];

main(async () => {
  checkNode();
  await ensureInstalled();
  stopWithParent();
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || 'data/dev');
  const port = process.env.PORT || '3000';
  const server = startChild(
    [
      '--watch-path=apps/server/src',
      '--watch-path=packages',
      '--watch-preserve-output',
      ...TSX,
      at('apps/server/src/main.ts'),
      '--demo',
    ],
    { env: { ...process.env, DATA_DIR: dataDir, PORT: port } },
  );
  let fleetStarted = false;
  server.on('message', (message) => {
    if (message?.type !== 'ready' || fleetStarted) return;
    fleetStarted = true;
    startChild([
      ...TSX,
      at('apps/poles/src/cli.ts'),
      '--server',
      message.url,
      '--fleet',
      message.fleetFile,
      '--quiet',
    ]);
  });
  startChild([at('node_modules/vite/bin/vite.js')], {
    cwd: at('apps/web'),
    env: { ...process.env, HALYARD_SERVER: `http://127.0.0.1:${port}` },
  });
  say('The console with reload comes up at the address that vite prints.');
});
