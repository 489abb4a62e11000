import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';

/** A command that is to be given: a new id, the id of the user in whose name, what it restores. */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * What the subjects (flags, users, sessions, …) know of the realtime database. The rest of the
 * server never touches the tree: it puts mirror changes into the outbox, inside its relational
 * transaction, and calls these after the commit.
 */
export interface RealtimeLink extends SignIns {
  /** Applies what the outbox holds, in order; answers after at most 2 s, done or not. */
  flushOutbox(): Promise<void>;
  /** The flag's live state; ABSENT_RECORD where the tree does not hold it. */
  record(address: FlagAddress): FlagRecord;
  /**
   * When the flag began to report its position (epoch milliseconds), where this process saw it change;
   * null where it reported the same since before.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls back when changes of the tables, made by any process, have reached the tree. A hint, which may get
   * lost. @returns ends it
   */
  whenStored(listener: () => void): () => void;
  /** Whether the flag's live state comes to hold what is asked for; answers after at most 2 s. */
  until(address: FlagAddress, holds: (record: FlagRecord) => boolean): Promise<boolean>;
  /** Owners under whom the tree holds a node of this flag ID. */
  ownersOf(flagId: string): string[];
  /** Calls back after each change of a flag's live state. @returns ends it */
  watch(watcher: (address: FlagAddress, record: FlagRecord) => void): () => void;
  /**
   * Commands a flag in the name of `given.by`: merges `states` over what is desired and writes switches and
   * command in one update. Resolves once durable.
   * @param only asked of the live state in the moment of writing: where it declines, nothing is written
   * @returns whether it was written
   * @throws AppError `conflict` where the flag is locked there, `unavailable` where the realtime
   *   database cannot be written.
   */
  command(
    address: FlagAddress,
    states: Partial<SwitchStates>,
    given: CommandGiven,
    only?: (record: FlagRecord) => boolean,
  ): Promise<boolean>;
  /**
   * Writes what a simulated pole says. Does nothing if the flag is gone.
   * @param report leaves below the flag's node, such as `reported/flagUp`
   */
  report(address: FlagAddress, report: Record<string, boolean | number | string>): Promise<void>;
  /** Ends the live connections of these sessions (public session ids). */
  sessionsEnded(sessionIds: readonly string[]): void;
  /** The account's rights changed: its live connections end and come back with the new ones. */
  accountChanged(userId: string): void;
  /** A device key was revoked or voided: connections that used it end. */
  deviceKeysRevoked(keyIds: readonly string[]): void;
  /** Ids of the users that have a live realtime connection, as far as this process knows. */
  connectedUserIds(): ReadonlySet<string>;
  /** Whether the realtime database can serve. */
  isHealthy(): Promise<boolean>;
  /** Whether what is written there is kept; where another process keeps it, whether that one is connected. */
  canStore(): Promise<boolean>;
}
