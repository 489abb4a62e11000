import type { Engine } from '../engines/engine.ts';
import type { Trx } from '../tables/schema.ts';

/** One step in the history of the schema. All pending steps run in one transaction. */
export type Migration = (trx: Trx, engine: Engine) => Promise<void>;
