import { test } from 'vitest';
import type { Engine } from '../platform/database/engines/engine.ts';
import { engines } from './engines.ts';

/**
 * Returns `testOnce`, for files that run their tests on `bothEngines`. Use `testOnce` for a test
 * that does not depend on the engine: it runs on SQLite, and with HALYARD_FULL=1 also on
 * PostgreSQL. Use `test` for code that has its own SQL, or whose result depends on simultaneous
 * transactions.
 */
export const onlyOnce = (engine: Engine): ReturnType<typeof test.runIf> =>
  test.runIf(engines.includes(engine));
