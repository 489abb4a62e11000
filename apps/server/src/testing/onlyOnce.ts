import { test } from 'vitest';
import type { Engine } from '../platform/database/engines/engine.ts';
import { engines } from './engines.ts';

/**
 * Returns `testOnce` for a file on `bothEngines`. In such a file, `test` declares tests of code that
 * has its own SQL, or whose result depends on simultaneous transactions. `testOnce` declares the
 * others, which run on SQLite, and with HALYARD_FULL=1 also on PostgreSQL.
 */
export const onlyOnce = (engine: Engine): ReturnType<typeof test.runIf> =>
  test.runIf(engines.includes(engine));
