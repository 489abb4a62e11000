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
  /** What the realtime database noted as it received commands; stored in the tree. */
  receipts: Pick<CommandReceipts, 'begin' | 'nextSeq' | 'take'>;
  tree: Pick<TreeClient, 'get' | 'update'>;
  /**
   * Whether this process still has the realtime database. One that another process has taken over knows
   * nothing of what became of commands since.
   */
  isOwner(): Promise<boolean>;
  onError(error: unknown): void;
}

/** Follows what becomes of every command; the activity log is one. */
export interface CommandObserver {
  /** A pole was moved by hand, and what is desired of it follows by these changes. */
  moved(address: FlagAddress, record: FlagRecord, changes: Partial<FlagRecord['desired']>): void;
  /** The rules of the realtime database refused a write. */
  refused(write: RefusedWrite): void;
  stop(): Promise<void>;
}

export type StartCommandObserver = (parts: CommandObserverParts) => Promise<CommandObserver>;
