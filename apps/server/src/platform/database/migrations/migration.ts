import type { Engine } from '../engines/engine.ts';
import type { Trx } from '../tables/schema.ts';

/** One change to the database schema. All pending migrations run in one transaction. */
export type Migration = (trx: Trx, engine: Engine) => Promise<void>;
