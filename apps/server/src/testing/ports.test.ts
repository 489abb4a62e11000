import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reservePort } from '../../../../scripts/lib/ports.mjs';
import { whenReady } from '../../../../scripts/lib/started.mjs';
import { findNginx, startNginx } from '../../../../scripts/nginx.mjs';

const PORTS = path.resolve(import.meta.dirname, '../../../../scripts/lib/ports.mjs');
const EACH = 400;

/** Reserves ports in another process, which keeps them until the process exits. */
async function reserveElsewhere() {
  const program = `
    import { reservePort } from ${JSON.stringify(PORTS)};
    const ports = [];
    for (let i = 0; i < ${EACH}; i++) ports.push(await reservePort());
    process.stdout.write(JSON.stringify(ports) + '\\n');
    setInterval(() => {}, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type', 'module', '--eval', program]);
  const line = await whenReady(child, (printed) => /.*\n/.exec(printed)?.[0]);
  return { ports: JSON.parse(line) as number[], end: () => child.kill('SIGKILL') };
}

test('tests on one machine never reserve the same port, even in different processes', async () => {
  const others = await Promise.all([reserveElsewhere(), reserveElsewhere()]);
  try {
    const own = await Promise.all(Array.from({ length: EACH }, () => reservePort()));
    const all = [...own, ...others.flatMap(({ ports }) => ports)];
    expect(new Set(all).size).toBe(3 * EACH);
  } finally {
    for (const { end } of others) end();
  }
});

test('the operating system does not give a reserved port to any other program', async () => {
  const port = await reservePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  expect(port).toBeLessThan(32_768);
});

test.skipIf(findNginx() === null)(
  'nginx fails to start on a port that is in use, even if another server responds on that port',
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const configuration = `
      pid {folder}/nginx.pid;
      error_log stderr;
      events {}
      http { server { listen 127.0.0.1:${port}; } }
    `;
    await expect(startNginx(configuration)).rejects.toThrow(/Address already in use/);
    other.close();
  },
);
