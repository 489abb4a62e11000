// Retakes all pictures in docs/screens, with the demo's data.
import { ensureChromium } from './lib/chromium.mjs';
import { node } from './lib/processes.mjs';
import { main, setUp } from './lib/setup.mjs';
import { TOOLS } from './lib/tools.mjs';

main(async () => {
  await setUp();
  const browser = await ensureChromium();
  await node([TOOLS.playwright, 'test', '-c', 'e2e', '--workers', '1'], {
    env: { ...process.env, CHROMIUM_PATH: browser, HALYARD_PICTURES: '1' },
  });
});
