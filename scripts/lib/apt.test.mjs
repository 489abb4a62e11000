import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-apt-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'setup prints which system packages it installs and why, then installs them without asking',
  () => {
    const aptGet = `#!/bin/sh\necho "apt-get $@ ($DEBIAN_FRONTEND)"\nread answer || echo "no input"\n`;
    fs.writeFileSync(path.join(folder, 'apt-get'), aptGet, { mode: 0o755 });
    const module = JSON.stringify(new URL('apt.mjs', import.meta.url).href);
    const program = `import { aptInstall } from ${module};
      await aptInstall({ nginx: 'the tests behind a proxy', postgresql: 'the tests on PostgreSQL' });`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      input: 'y\n',
      env: { ...process.env, PATH: [folder, process.env.PATH].join(path.delimiter) },
    });
    expect(stdout.trim().split('\n')).toEqual([
      'Installing missing system packages with apt-get (once):',
      '  nginx: the tests behind a proxy',
      '  postgresql: the tests on PostgreSQL',
      'apt-get update -qq (noninteractive)',
      'no input',
      'apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 nginx postgresql (noninteractive)',
      'no input',
    ]);
  },
);
