import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { portOf } from '../testing/kill.ts';
import { RawClient } from '../testing/raw.ts';

/** Maximum size of any file written by the process, in blocks of 1 kB (512 B in some shells). */
const FILE_LIMIT_BLOCKS = 4096;
const VALUE = 'x'.repeat(100_000);
const WRITES = 200;

/**
 * Whether `prlimit` (util-linux) can raise the limit of a running process, which simulates freeing
 * disk space.
 */
function canLiftLimits(): boolean {
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'ignore' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}

test('on a full disk, writes are rejected and never shown to listeners, reads continue, and writes work again without a restart', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-full-'));
  const script = fileURLToPath(new URL('../testing/killServer.ts', import.meta.url));
  const storeModule = new URL('../testing/killSqlite.ts', import.meta.url).href;
  // A real limit of the operating system on file size. Node ignores the signal sent when it is
  // reached.
  const child = spawn(
    'sh',
    [
      ...['-c', `ulimit -S -f ${FILE_LIMIT_BLOCKS}; exec "$@"`, 'sh', process.execPath],
      ...[script, storeModule, JSON.stringify(directory)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  try {
    const port = await portOf(child);
    const reader = await new RawClient(port).open();
    const writer = await new RawClient(port).open();
    await reader.ask('q', { p: '/', h: '' });
    const kept = new Set<string>();
    let refusal: unknown;
    for (let i = 0; i < WRITES && refusal === undefined; i++) {
      const answer = await writer.ask('p', { p: `/n${i}`, d: VALUE });
      if (answer.s === 'ok') kept.add(`n${i}`);
      else refusal = answer.s;
    }
    expect(refusal).toBe('unavailable');
    expect(kept.size).toBeGreaterThan(0);

    // Reads continue, and nobody received a rejected write.
    expect((await reader.ask('g', { p: '/n0', q: {} })).d).toBe(VALUE);
    const seen = reader.messages
      .filter((message) => message.a === 'd')
      .map((message) => (message.b as { p: string }).p.replaceAll('/', ''))
      .filter(Boolean);
    expect(new Set(seen)).toEqual(kept);

    if (canLiftLimits()) {
      execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      await expect.poll(async () => (await writer.ask('p', { p: '/again', d: 1 })).s).toBe('ok');
    }
    writer.close();
    reader.close();
  } finally {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
});
