import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  const webRoot = mkdtempSync(path.join(tmpdir(), 'halyard-web-'));
  writeFileSync(path.join(webRoot, 'index.html'), '<html><head></head>the console</html>');
  harness = await createHarness({ webRoot });
});
afterAll(() => harness.close());

test("without METRICS_TOKEN, /metrics returns 404 instead of the console's page", async () => {
  const ask = (url: string) => harness.anonymous().call('GET', url);
  expect((await ask('/nowhere')).text).toContain('the console');
  for (const url of ['/metrics', '/metrics?x=1']) {
    const { status, text } = await ask(url);
    expect([status, text]).toEqual([404, 'Metrics are off. Set METRICS_TOKEN to turn them on.']);
  }
});
