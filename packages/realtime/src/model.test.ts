import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull } from './testing/full.ts';
import { step } from './testing/model/steps.ts';
import { World } from './testing/model/world.ts';

/** To repeat a failed run, set MODEL_SEED and MODEL_PATH to the values that it printed. */
const { MODEL_SEED, MODEL_PATH } = process.env;
const seed = MODEL_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(MODEL_SEED);
const MINUTE_MS = 60_000;
const mostMs = isFull ? 8 * MINUTE_MS : MINUTE_MS;

test('concurrent SDK clients all see the same data as a simple model of the database', {
  timeout: mostMs + MINUTE_MS / 2,
}, async () => {
  console.log(`model: seed ${seed} (again: MODEL_SEED=${seed})`);
  const directory = mkdtempSync(path.join(tmpdir(), 'halyard-model-'));
  let runs = 0;
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: isFull ? 80 : 40, size: 'max' }),
    async (steps) => {
      const world = await World.open(path.join(directory, String(runs++)));
      try {
        for (const one of steps) await world.run(one);
        await world.run({ kind: 'check', client: 0, path: '', window: null });
      } finally {
        await world.close();
      }
    },
  );
  await fc.assert(property, {
    seed,
    ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }),
    numRuns: isFull ? 500 : 5,
    interruptAfterTimeLimit: mostMs,
    markInterruptAsFailure: false,
  });
  expect(runs).toBeGreaterThan(0);
  rmSync(directory, { recursive: true });
});
