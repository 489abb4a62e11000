import type { FlagRecord, Given, SwitchStates } from '@halyard/domain';
import type { SignIns } from './callers/signIns.ts';
import type { FlagAddress } from './tree/flagAddress.ts';
import type { SummaryNodes } from './tree/summaryNodes.ts';

/** The fields of a new command that its sender sets, such as its ID and the user's ID. */
export type CommandGiven = Omit<Given, 'issuedAt'>;

/**
 * The functions that give other features (flags, users, sessions, …) access to the realtime
 * database. These features never access its data directly. Within a transaction, they add changes
 * to the outbox, a queue in the relational database. After the commit, they call these functions.
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
   * Null if that was before this process started.
   */
  positionSince(address: FlagAddress): number | null;
  /**
   * Calls `listener` after changes to the relational database, by any process, have reached the
   * realtime database. The listener may miss changes, because messages can get lost.
   * @returns a function that removes the listener
   */
  whenStored(listener: () => void): () => void;
  /**
   * Waits until `holds` returns true for the flag's live state. Resolves to false if that takes
   * longer than 2 s.
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
   * @param only checks the live state just before the write; the command is written only if it
   * returns true. By default, the command is always written.
   * @returns whether the command was written
   * @throws AppError `conflict` if the flag is locked in the realtime database, `unavailable` if
   * the realtime database cannot store data
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
   * The fleet summaries (the flag counts that browsers show) in the realtime database. Only one
   * process writes them: the one that keeps the realtime database consistent with the relational
   * database.
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
   * Whether the realtime database can store data. If it runs in another process or in Firebase,
   * this is true while it is connected.
   */
  canStore(): Promise<boolean>;
}
