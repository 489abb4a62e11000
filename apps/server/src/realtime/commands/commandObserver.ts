import type { FlagRecord } from '@halyard/domain';
import type { Database } from '../../platform/database/database.ts';
import type { FlagAddress } from '../tree/flagAddress.ts';
import type { LiveState } from '../tree/liveState.ts';
import type { TreeClient } from '../tree/tree.ts';
import type { CommandReceipts } from './commandReceipts.ts';
import type { RefusedWrite } from './refusedWrites.ts';

export interface CommandObserverParts {
  live: LiveState;
  db: Database;
  clock: () => number;
  /** The receipts that the realtime database created when it received commands. */
  receipts: Pick<CommandReceipts, 'begin' | 'nextSeq' | 'take'>;
  tree: Pick<TreeClient, 'get' | 'update'>;
  /**
   * Whether this process still runs the realtime database. Only that process sees the outcomes of
   * commands.
   */
  isOwner(): Promise<boolean>;
}

/** A listener that gets the outcome of every command, for the activity log. */
export interface CommandObserver {
  /** Called when the desired position or lamp state changes because a pole was moved by hand. */
  moved(address: FlagAddress, record: FlagRecord, changes: Partial<FlagRecord['desired']>): void;
  /** Called when the rules of the realtime database have rejected a write. */
  refused(write: RefusedWrite): void;
  /**
   * Stores all outcomes, manual moves and rejected writes that were observed since the last call.
   */
  round(): Promise<void>;
  /** Stops observing, and stores all observations that have not been stored yet. */
  stop(): Promise<void>;
}

export type StartCommandObserver = (parts: CommandObserverParts) => Promise<CommandObserver>;
