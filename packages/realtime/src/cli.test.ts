import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { whenReady } from '../../../scripts/lib/started.mjs';
import { http } from './testing/raw.ts';

let directory: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'halyard-cli-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  rmSync(directory, { recursive: true });
});

interface Run {
  child: ChildProcess;
  /** Resolves when it has printed this. */
  ready(text: string): Promise<true>;
  err(): string;
  port(): number;
  exit: Promise<number | null>;
}

function run(...args: string[]): Run {
  const script = fileURLToPath(new URL('./cli.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args]);
  children.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return {
    child,
    ready: (text) => whenReady(child, (printed) => printed.includes(text) || undefined),
    err: () => err,
    port: () => Number(/:(\d+) /.exec(out)?.[1]),
    exit: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** One sentence for the operator, no stack. */
const SENTENCE = /^[^\n]+\.\n$/;

describe('the command', () => {
  test('serves, keeps its data, refuses a second process, and stops on SIGTERM', async () => {
    const data = path.join(directory, 'data');
    const first = run('--port', '0', '--data', data, '--dev');
    await first.ready('Open to all');
    expect((await http(first.port(), 'PUT', '/a.json', { body: '{"b":1}' })).status).toBe(200);
    const second = run('--port', '0', '--data', data, '--dev');
    const taken = run('--port', String(first.port()));
    expect(await second.exit).toBe(1);
    expect(second.err()).toMatch(SENTENCE);
    expect(await taken.exit).toBe(1);
    expect(taken.err()).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use already\.\n$/);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);
    const again = run('--port', '0', '--data', data, '--dev');
    await again.ready('Open to all');
    expect((await http(again.port(), 'GET', '/a.json')).body).toBe('{"b":1}');
  });

  test('is closed to all without rules, and knows `owner` with --dev alone', async () => {
    const rules = path.join(directory, 'rules.json');
    writeFileSync(rules, '{"rules":{"open":{".read":true}}}');
    const closed = run('--port', '0');
    const ruled = run('--port', '0', '--rules', rules);
    await Promise.all([closed.ready('Closed'), ruled.ready('memory')]);
    expect((await http(closed.port(), 'GET', '/open.json')).status).toBe(401);
    expect((await http(closed.port(), 'GET', '/open.json?auth=owner')).status).toBe(401);
    expect((await http(ruled.port(), 'GET', '/open.json')).status).toBe(200);
  });

  test('says what is wrong with its arguments in one sentence', async () => {
    const wrong = [
      run('--port', 'x'),
      run('--dev', '--host', '0.0.0.0'),
      run('--rules', path.join(directory, 'none.json')),
    ];
    for (const failed of wrong) {
      expect(await failed.exit).toBe(1);
      expect(failed.err()).toMatch(SENTENCE);
    }
  });
});
