import type { Position } from '@halyard/domain';

/** What the engine remembers of one pole, as it is stored. */
export interface PoleMemory {
  /** The position held before an order or day began (domain: `remember`). */
  before: { position: Position | null; sourceKey: string } | null;
  /** What should hold as last entered in the ledger. */
  should: { key: string; position: Position | null; lamp: boolean | null } | null;
  /** Id of the latest command seen, whoever gave it. */
  commandId: string | null;
  /** Id of the latest command of the engine's that the pole has followed. */
  followedId: string | null;
  /** Position as last entered in the ledger. */
  reported: Position | null;
  /** Epoch milliseconds of the domain clock since which the pole has not been where it should be. */
  apartSince: number | null;
  /** Commands in a row that the pole did not follow. */
  misses: number;
}
