import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';
import type { SummaryNodes } from './tree/summaryNodes.ts';

/**
 * The fields of a new command that its sender determines, such as its ID and the ID of the user.
 */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * The functions that give other features (flags, users, sessions, …) access to the realtime
 * database. These features never access its data directly. They add changes to the outbox, a queue
 * in the relational database, within their transaction, and call these functions after the commit.
 */
export interface RealtimeLink extends SignIns {
  /**
   * Applies all queued changes to the realtime database in order. Resolves when that is done, or
   * after 2 s.
   */
  flushOutbox(): Promise<void>;
  /**
   * Returns a flag's live state. ABSENT_RECORD if the realtime database has no data about it.
   */
  record(address: FlagAddress): FlagRecord;
  /**
   * Returns the time when the flag began to report its current position, in epoch milliseconds.
   * Null if this process was not running then.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls `listener` when changes that any process made to the relational database have reached the
   * realtime database. Some calls may be missed, because messages can get lost.
   * @returns a function that stops the calls
   */
  whenStored(listener: () => void): () => void;
  /**
   * Waits up to 2 s for `holds` to return true for the flag's live state. Resolves with false if it
   * never does.
   */
  until(address: FlagAddress, holds: (record: FlagRecord) => boolean): Promise<boolean>;
  /** Returns the owner keys under which the realtime database has data for a flag ID. */
  ownersOf(flagId: string): string[];
  /**
   * Calls `watcher` after each change to a flag's live state.
   * @returns a function that stops the calls
   */
  watch(watcher: (address: FlagAddress, record: FlagRecord) => void): () => void;
  /**
   * Sends a command to a flag on behalf of `given.by`. Writes the command and the new state of the
   * switches in one update.
   * @param states the switches to change
   * @param only checks the live state just before writing; if it returns false, nothing is written
   * @returns whether the command was written
   * @throws AppError `conflict` if the flag is locked in the realtime database, `unavailable` if
   *   nothing can be written there
   */
  command(
    address: FlagAddress,
    states: Partial<SwitchStates>,
    given: CommandGiven,
    only?: (record: FlagRecord) => boolean,
  ): Promise<boolean>;
  /**
   * Writes a simulated pole's report. Does nothing if the flag no longer exists.
   * @param report values by path within the flag's data, such as `reported/flagUp`
   */
  report(address: FlagAddress, report: Record<string, boolean | number | string>): Promise<void>;
  /**
   * The fleet summaries in the realtime database. Only the process that keeps the two databases
   * consistent writes them.
   */
  readonly summaries: SummaryNodes;
  /** Ends the live connections of the sessions with the given public IDs. */
  sessionsEnded(sessionIds: readonly string[]): void;
  /**
   * Ends the live connections of an account whose permissions have changed. Its clients reconnect
   * with the new permissions.
   */
  accountChanged(userId: string): void;
  /** Ends the connections that were opened with revoked or invalidated device keys. */
  deviceKeysRevoked(keyIds: readonly string[]): void;
  /**
   * Returns the IDs of the users who are connected to the realtime database. Includes only
   * connections that this process knows about.
   */
  connectedUserIds(): ReadonlySet<string>;
  /** Whether the realtime database is available. */
  isHealthy(): Promise<boolean>;
  /**
   * Whether the realtime database can store data or, if it is in another process, whether this
   * process is connected to it.
   */
  canStore(): Promise<boolean>;
}
