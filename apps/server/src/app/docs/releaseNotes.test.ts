import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { VERSION } from '../../platform/config/version.ts';

const SCRIPT = fileURLToPath(new URL('../../../../../scripts/releaseNotes.mjs', import.meta.url));
const run = (version: string) =>
  spawnSync(process.execPath, [SCRIPT, version], { encoding: 'utf8' });

describe('scripts/releaseNotes.mjs', () => {
  test('finds the same version in every file that contains one, and prints the release notes of that version', () => {
    const { status, stdout, stderr } = run(VERSION);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toMatch(/^## /m);
  });

  test('rejects a version that some files do not contain yet, and lists those files', () => {
    const { status, stdout, stderr } = run('99.0.0');
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(
      `apps/server/src/platform/config/version.ts says ${VERSION}, not 99.0.0`,
    );
    expect(stderr).toContain(`package.json says ${VERSION}, not 99.0.0`);
    expect(stderr).toContain('deploy/Dockerfile says');
    expect(stderr).toContain('CHANGELOG.md has no text for 99.0.0');
  });
});
