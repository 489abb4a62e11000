import { gzipSync } from 'node:zlib';
import { expect, test } from '../world/test.ts';

/** JavaScript, gzipped, before the login form can be used. */
const MOST_BYTES = 120_000;

test('the login form needs little JavaScript, and none of the realtime SDK', async ({ page }) => {
  const scripts: Promise<{ url: string; bytes: number }>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const sized = async () => ({
      url: response.url(),
      bytes: gzipSync(await response.body()).length,
    });
    scripts.push(sized());
  });
  await page.goto('/auth');
  await page.getByLabel('Username').fill('master');
  const loaded = await Promise.all(scripts);
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = loaded.map(({ url, bytes }) => `${new URL(url).pathname} ${bytes}`).join('\n');
  expect(total, list).toBeGreaterThan(50_000);
  expect(total, list).toBeLessThanOrEqual(MOST_BYTES);
  expect(list).not.toMatch(/firebase/i);
});
