import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { whenReady } from '../../scripts/lib/started.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');

test("the demo's sign-in page can start a separate Memorial Day demo while the first demo keeps running", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const demo = spawn(process.execPath, ['scripts/demo.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: path.join(mkdtempSync(path.join(tmpdir(), 'halyard-demo-')), 'data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const url = await whenReady(demo, (printed) => /ready: (\S+)/.exec(printed)?.[1]);
    await page.goto(`${url}/auth`);
    await page.getByRole('button', { name: 'Watch Memorial Day in two minutes' }).click();
    await page.waitForURL(/\/memorial-day\?home=\d+$/, { timeout: 60_000 });
    expect(new URL(page.url()).port).not.toBe(new URL(url).port);
    await expect(page.getByRole('heading', { name: 'Memorial Day in two minutes' })).toBeVisible();
    // After sunrise in Virginia, 22 poles move to half-staff.
    await expect(page.getByText(/^22 of 60 poles at half-staff$/)).toBeVisible({ timeout: 60_000 });
    const lobby = page.getByRole('listitem').filter({ hasText: 'Main Lobby' });
    await expect(lobby).toContainText('Autopilot is off for this company');
    await page.getByRole('link', { name: 'Back to the demo' }).click();
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    expect(new URL(page.url()).port).toBe(new URL(url).port);
  } finally {
    demo.kill('SIGTERM');
    await new Promise((resolve) => demo.once('exit', resolve));
  }
});
