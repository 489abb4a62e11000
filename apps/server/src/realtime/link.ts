import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';

/** The data of a new command, such as its ID and its user's ID. */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * The part of the realtime database that other features (flags, users, sessions, …) may use. The
 * rest of the server never accesses the tree: it adds changes to the outbox within its relational
 * transaction, and calls these functions after the commit.
 */
export interface RealtimeLink extends SignIns {
  /** Applies the outbox in order. Resolves when done, or after 2 s. */
  flushOutbox(): Promise<void>;
  /** Returns the flag's live state; ABSENT_RECORD if the tree does not contain it. */
  record(address: FlagAddress): FlagRecord;
  /**
   * Returns since when the flag has reported its current position, in epoch milliseconds; null if
   * this process has not seen the position change.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls `listener` when changes to the tables, made by any process, have reached the tree. A call
   * is only a hint and may get lost.
   * @returns a function that stops the calls
   */
  whenStored(listener: () => void): () => void;
  /** Waits up to 2 s until `holds` is true for the flag's live state. Resolves to whether it is. */
  until(address: FlagAddress, holds: (record: FlagRecord) => boolean): Promise<boolean>;
  /** Returns the owner keys under which the tree has a node with this flag ID. */
  ownersOf(flagId: string): string[];
  /**
   * Calls `watcher` after each change of a flag's live state.
   * @returns a function that stops the calls
   */
  watch(watcher: (address: FlagAddress, record: FlagRecord) => void): () => void;
  /**
   * Sends a flag a command on behalf of `given.by`: merges `states` into the desired state, and
   * writes switches and command in one update. Resolves once the write is durable.
   * @param only checks the live state just before writing; if it returns false, nothing is written
   * @returns whether it was written
   * @throws AppError `conflict` if the flag is locked in the tree, `unavailable` if the realtime
   * database cannot be written
   */
  command(
    address: FlagAddress,
    states: Partial<SwitchStates>,
    given: CommandGiven,
    only?: (record: FlagRecord) => boolean,
  ): Promise<boolean>;
  /**
   * Writes the report of a simulated pole. Does nothing if the flag no longer exists.
   * @param report values by path below the flag's node, such as `reported/flagUp`
   */
  report(address: FlagAddress, report: Record<string, boolean | number | string>): Promise<void>;
  /** Ends the live connections of these sessions (by public session ID). */
  sessionsEnded(sessionIds: readonly string[]): void;
  /**
   * Ends the live connections of an account whose permissions changed. Its clients reconnect with
   * the new permissions.
   */
  accountChanged(userId: string): void;
  /** Ends the connections that used revoked or invalidated device keys. */
  deviceKeysRevoked(keyIds: readonly string[]): void;
  /** Returns the IDs of users who have a live realtime connection known to this process. */
  connectedUserIds(): ReadonlySet<string>;
  /** Whether the realtime database is available. */
  isHealthy(): Promise<boolean>;
  /** Whether the realtime database can store data. If it is remote, whether it is connected. */
  canStore(): Promise<boolean>;
}
