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
  /**
   * The receipts that the realtime database created when it received commands, stored in the tree.
   */
  receipts: Pick<CommandReceipts, 'begin' | 'nextSeq' | 'take'>;
  tree: Pick<TreeClient, 'get' | 'update'>;
  /**
   * Whether this process still holds the realtime database. If not, it does not know the outcomes
   * of commands.
   */
  isOwner(): Promise<boolean>;
  onError(error: unknown): void;
}

/** Observes the outcome of every command for the activity log. */
export interface CommandObserver {
  /** Called when a pole was moved by hand and its desired state is changed to match. */
  moved(address: FlagAddress, record: FlagRecord, changes: Partial<FlagRecord['desired']>): void;
  /** Called when the rules of the realtime database rejected a write. */
  refused(write: RefusedWrite): void;
  stop(): Promise<void>;
}

export type StartCommandObserver = (parts: CommandObserverParts) => Promise<CommandObserver>;
