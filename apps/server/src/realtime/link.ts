import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';

/** A new command's data: a new id, the id of its user, and what it restores. */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * The part of the realtime database that other features (flags, users, sessions, …) may use. The
 * rest of the server never touches the tree: it puts mirror changes into the outbox, inside its
 * relational transaction, and calls these functions after the commit.
 */
export interface RealtimeLink extends SignIns {
  /** Applies the outbox in order. Resolves after at most 2 s, finished or not. */
  flushOutbox(): Promise<void>;
  /** Returns the flag's live state; ABSENT_RECORD if the tree does not contain it. */
  record(address: FlagAddress): FlagRecord;
  /**
   * Returns the time at which the flag began to report its position, in epoch milliseconds; null if
   * this process has not seen the position change.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls back when changes of the tables, made by any process, have reached the tree. A call is a
   * hint and may get lost.
   * @returns a function that ends the calls
   */
  whenStored(listener: () => void): () => void;
  /**
   * Waits at most 2 s until `holds` is true for the flag's live state. Resolves to whether it is.
   */
  until(address: FlagAddress, holds: (record: FlagRecord) => boolean): Promise<boolean>;
  /** Returns the owners under which the tree has a node of this flag ID. */
  ownersOf(flagId: string): string[];
  /**
   * Calls back after each change of a flag's live state.
   * @returns a function that ends the calls
   */
  watch(watcher: (address: FlagAddress, record: FlagRecord) => void): () => void;
  /**
   * Sends a flag a command on behalf of `given.by`: merges `states` into the desired state and
   * writes switches and command in one update. Resolves once durable.
   * @param only checked against the live state at the moment of writing; if it returns false,
   * nothing is written
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
   * @param report leaves below the flag's node, such as `reported/flagUp`
   */
  report(address: FlagAddress, report: Record<string, boolean | number | string>): Promise<void>;
  /** Ends the live connections of these sessions (public session ids). */
  sessionsEnded(sessionIds: readonly string[]): void;
  /** The account's rights changed: its live connections end and reconnect with the new ones. */
  accountChanged(userId: string): void;
  /** A device key was revoked or voided: ends the connections that used it. */
  deviceKeysRevoked(keyIds: readonly string[]): void;
  /** Returns the ids of users with a live realtime connection, as far as this process knows. */
  connectedUserIds(): ReadonlySet<string>;
  /** Whether the realtime database can serve. */
  isHealthy(): Promise<boolean>;
  /**
   * Whether the realtime database stores what is written; if it is remote, whether it is connected.
   */
  canStore(): Promise<boolean>;
}
