import type { Before, Position } from '@halyard/domain';

/** What the engine remembers of one pole across a restart. */
export interface PoleMemory {
  /** The position held before an order or day began (domain: `remember`). */
  before: Before | null;
  /**
   * When the engine that remembers it was switched on (epoch milliseconds of the domain clock); null:
   * there is nothing to remember. Absent in what versions before 0.1 was released stored.
   */
  beforeOnSince?: number | null;
  /** What should hold as last entered in the ledger. */
  should: {
    key: string;
    /** Of everything that held together with it. */
    keys: readonly string[];
    position: Position | null;
    lamp: boolean | null;
  } | null;
  /** Id of the latest command seen, whoever gave it. */
  commandId: string | null;
  /** Id of the latest command of the engine's that the pole has followed. */
  followedId: string | null;
  /** Position as last seen. */
  position: Position | null;
  /** Epoch milliseconds of the domain clock since which the pole has not been where it should be. */
  apartSince: number | null;
  /** Commands given for what should hold now, since the pole was last where it should be. */
  tries: number;
}

/** Of a pole that the engine has not met. */
export const NO_MEMORY: PoleMemory = {
  before: null,
  beforeOnSince: null,
  should: null,
  commandId: null,
  followedId: null,
  position: null,
  apartSince: null,
  tries: 0,
};
