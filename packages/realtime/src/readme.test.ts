import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { reservePort } from '../../../scripts/lib/ports.mjs';
import { whenReady } from '../../../scripts/lib/started.mjs';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

test('the example in the README of the realtime package runs unchanged', async () => {
  const readme = readFileSync(`${PACKAGE}README.md`, 'utf8');
  const found = /```js\n(.*?)```/s.exec(readme)?.[1] ?? '';
  // `firebase/database` only re-exports `@firebase/database`.
  const example = found.replaceAll("'firebase/", "'@firebase/");
  const port = await reservePort();
  expect(example).toContain('9000');

  const child = spawn(
    process.execPath,
    [
      ...['--conditions', 'source', '--input-type', 'module'],
      ...['--eval', example.replaceAll('9000', String(port))],
    ],
    { cwd: PACKAGE, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    const line = await whenReady(child, (printed) => /.*\n/.exec(printed)?.[0]);
    expect(line).toBe('hello\n');
    // The SDK shows its own write immediately. This checks that the server has the write too.
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/greeting.json`)).json())
      .toBe('hello');
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});
