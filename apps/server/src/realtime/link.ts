import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';

/** A new command's data, such as its id and its user's id. */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * The part of the realtime database that other features (flags, users, sessions, …) may use. The
 * rest of the server never touches the tree: it puts changes to mirror into the outbox, inside its
 * relational transaction, and calls these functions after the commit.
 */
export interface RealtimeLink extends SignIns {
  /** Applies the outbox in order. Resolves when that is done, or after 2 s. */
  flushOutbox(): Promise<void>;
  /** Returns the flag's live state; ABSENT_RECORD if the tree does not contain it. */
  record(address: FlagAddress): FlagRecord;
  /**
   * Returns the time since which the flag has reported its current position, in epoch milliseconds;
   * null if this process has not seen the position change.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls `listener` when changes of the tables, made by any process, have reached the tree. A call
   * is a hint and may get lost.
   * @returns a function that ends the calls
   */
  whenStored(listener: () => void): () => void;
  /** Waits up to 2 s until `holds` is true for the flag's live state. Resolves to whether it is. */
  until(address: FlagAddress, holds: (record: FlagRecord) => boolean): Promise<boolean>;
  /** Returns the owners under which the tree has a node with this flag ID. */
  ownersOf(flagId: string): string[];
  /**
   * Calls `watcher` after each change of a flag's live state.
   * @returns a function that ends the calls
   */
  watch(watcher: (address: FlagAddress, record: FlagRecord) => void): () => void;
  /**
   * Sends a flag a command on behalf of `given.by`: merges `states` into the desired state and
   * writes switches and command in one update. Resolves once the write is durable.
   * @param only checks the live state at the moment of writing; if it returns false, nothing is
   * written
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
   * @param report values by their path below the flag's node, such as `reported/flagUp`
   */
  report(address: FlagAddress, report: Record<string, boolean | number | string>): Promise<void>;
  /** Ends the live connections of these sessions (public session ids). */
  sessionsEnded(sessionIds: readonly string[]): void;
  /**
   * Ends the live connections of an account whose rights changed. They reconnect with the new
   * rights.
   */
  accountChanged(userId: string): void;
  /** Ends the connections that used revoked or voided device keys. */
  deviceKeysRevoked(keyIds: readonly string[]): void;
  /** Returns the ids of users with a live realtime connection that this process knows. */
  connectedUserIds(): ReadonlySet<string>;
  /** Whether the realtime database is available. */
  isHealthy(): Promise<boolean>;
  /** Whether the realtime database can store data; if it is remote, whether it is connected. */
  canStore(): Promise<boolean>;
}
