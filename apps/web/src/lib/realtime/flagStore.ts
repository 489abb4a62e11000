import {
  type Command,
  type CommandUpdate,
  type Flag,
  type FlagRecord,
  type FlagView,
  nextChangeAt,
  readRecord,
  SWITCH_FIELDS,
  viewFlag,
} from '@halyard/domain';
import { serverNow } from './clock.ts';
import { sameView } from './sameView.ts';

/** The live state of one flag. The object is replaced only if the state has changed. */
export interface FlagState {
  record: FlagRecord;
  view: FlagView;
}

/**
 * The parts of a flag's path in the realtime database: `users/{firebaseUserId}/hardware/{flagId}`.
 */
export type FlagPath = Pick<Flag, 'firebaseUserId' | 'flagId'>;

interface Entry extends FlagPath {
  id: string;
  /** The flag's path as one string. */
  key: string;
  /** Whether a realtime listener reports the flag's state. */
  isListened: boolean;
  /** The time when the flag was last in a response or on screen, in epoch milliseconds. */
  usedAt: number;
  /** The flag's state in the database, regardless of a command that is still being saved. */
  base: FlagRecord;
  /**
   * Whether the pole is online according to the API; null if a realtime listener supplies the
   * flag's state.
   */
  serverOnline: boolean | null;
  optimistic: CommandUpdate | null;
  /**
   * The ID of the command that was in the database when the user sent a new one. Set only while the
   * new one is being saved.
   */
  replaces: string | undefined;
  state: FlagState;
  /**
   * When the flag's view will next change without a new report, in epoch milliseconds. For example,
   * the time when the pole starts to count as offline.
   */
  nextChangeAt: number;
}

/**
 * Called when the database has a new command for a flag.
 * @param flagId `Flag.id`
 */
type CommandListener = (flagId: string, command: Command) => void;

/**
 * Called after each frame in which a flag changed, and after each API response with flags.
 * @param urgent whether the current user caused the change
 */
type AnyListener = (urgent: boolean) => void;

interface Options {
  now?: () => number;
  frame?: (run: () => void) => void;
}

const NO_COMMAND = { optimistic: null, replaces: undefined } as const;

/** If more flags than this are in memory, flags that no page uses are dropped. */
const MANY = 2000;
/**
 * How long to keep flags that are not on screen, in milliseconds, if there are more than MANY
 * flags. Must be longer than the query cache keeps a list of flags.
 */
const KEPT_MS = 10 * 60_000;

const keyOf = ({ firebaseUserId, flagId }: FlagPath) => `${firebaseUserId}/${flagId}`;

/**
 * The live state of the flags that this page has fetched, kept outside React. The realtime session
 * listens to the flags with subscribers, which are the flags on screen.
 */
export class FlagStore {
  readonly #now: () => number;
  readonly #frame: (run: () => void) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Flag IDs by path, to find the flag for a received value. */
  readonly #ids = new Map<string, string>();
  #dirty = new Set<Entry>();
  #frameRequested = false;
  readonly #anyListeners = new Set<AnyListener>();
  readonly #liveListeners = new Set<AnyListener>();
  /** Whether a realtime listener or the user has changed a flag since the last frame. */
  #isLiveChange = false;
  readonly #commandListeners = new Set<CommandListener>();
  readonly #shownListeners = new Set<() => void>();

  constructor(options: Options = {}) {
    this.#now = options.now ?? serverNow;
    this.#frame = options.frame ?? ((run) => requestAnimationFrame(run));
  }

  /**
   * Adds or updates flags from an API response. A flag with a realtime listener keeps the
   * listener's values.
   */
  accept(flags: readonly Flag[]): void {
    const usedAt = this.#now();
    let isMoved = false;
    for (const flag of flags) {
      const { firebaseUserId, flagId } = flag;
      const key = keyOf(flag);
      const entry = this.#entries.get(flag.id);
      const fromApi = { base: flag.live, serverOnline: flag.isOnline, isListened: false };
      if (entry) {
        entry.usedAt = usedAt;
        if (entry.key === key && entry.isListened) continue;
        if (entry.key !== key) {
          this.#ids.delete(entry.key);
          isMoved = true;
        }
        this.#notifyOfCommand(entry, fromApi.base);
        Object.assign(entry, { key, firebaseUserId, flagId, ...fromApi });
        this.#touch(entry);
      } else {
        const path = { key, firebaseUserId, flagId };
        const fresh = { id: flag.id, ...path, ...fromApi, usedAt, ...NO_COMMAND };
        this.#entries.set(flag.id, this.#judge(fresh));
        isMoved ||= this.#listeners.has(flag.id);
        this.#notify(flag.id);
      }
      this.#ids.set(key, flag.id);
    }
    if (isMoved) this.#notifyShown();
    this.#notifyAll();
  }

  /** Returns the paths of the flags that have subscribers. */
  shown(): FlagPath[] {
    return [...this.#listeners.keys()].flatMap((id) => this.#entries.get(id) ?? []);
  }

  /**
   * Calls `listener` whenever the set of flags with subscribers changes.
   * @returns a function that stops the calls
   */
  onShown(listener: () => void): () => void {
    this.#shownListeners.add(listener);
    return () => this.#shownListeners.delete(listener);
  }

  /**
   * Calls `listener` for each new command in the database.
   * @returns a function that stops the calls
   */
  onCommand(listener: CommandListener): () => void {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  }

  /** Applies a value that a realtime listener has received for a flag. */
  receive(path: FlagPath, raw: unknown): void {
    const entry = this.#at(path);
    if (!entry) return;
    const base = readRecord(raw);
    this.#notifyOfCommand(entry, base);
    Object.assign(entry, { base, serverOnline: null, isListened: true });
    this.#isLiveChange = true;
    this.#touch(entry);
  }

  /**
   * Records that a flag no longer has a realtime listener. The flag keeps its values until the next
   * API response.
   */
  endListen(path: FlagPath): void {
    const entry = this.#at(path);
    if (entry) entry.isListened = false;
  }

  /** Shows a command before it is saved. */
  begin(id: string, update: CommandUpdate): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.optimistic = update;
    this.#isLiveChange = true;
    entry.replaces = entry.base.command?.id;
    this.#touch(entry);
  }

  /** Ends the optimistic display of a command: the view shows the database's values again. */
  settle(id: string, commandId: string): void {
    this.#finish(id, commandId, false);
  }

  /**
   * Records that a command was saved. Its values are shown until a realtime listener reports them.
   */
  saved(id: string, commandId: string): void {
    this.#finish(id, commandId, true);
  }

  state(id: string): FlagState | undefined {
    return this.#entries.get(id)?.state;
  }

  /** Returns a flag's state in the database; undefined if no realtime listener reports it. */
  liveRecord(id: string): FlagRecord | undefined {
    const entry = this.#entries.get(id);
    return entry?.isListened ? entry.base : undefined;
  }

  /** Returns a flag's current record, including a command that is still being saved. */
  record(id: string): FlagRecord | undefined {
    const entry = this.#entries.get(id);
    return entry && effective(entry);
  }

  /**
   * Calls `listener` after each change of a flag's state, and keeps the flag live.
   * @returns a function that ends the subscription
   */
  subscribe(id: string, listener: () => void): () => void {
    const known = this.#listeners.get(id);
    const listeners = known ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    if (!known) this.#notifyShown();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(id) !== listeners) return;
      this.#listeners.delete(id);
      const entry = this.#entries.get(id);
      if (entry) entry.usedAt = this.#now();
      this.#notifyShown();
    };
  }

  /**
   * Calls `listener` after each frame in which a realtime listener or the user changed a flag.
   * @returns a function that stops the calls
   */
  onLiveChange(listener: AnyListener): () => void {
    this.#liveListeners.add(listener);
    return () => this.#liveListeners.delete(listener);
  }

  subscribeAny(listener: AnyListener): () => void {
    this.#anyListeners.add(listener);
    return () => this.#anyListeners.delete(listener);
  }

  /** Updates the flags whose state changes only with time. */
  tick(): void {
    const now = this.#now();
    this.#forget(now - KEPT_MS);
    for (const entry of this.#entries.values()) {
      if (entry.nextChangeAt <= now) this.#dirty.add(entry);
    }
    this.flush();
  }

  /**
   * Notifies listeners now instead of at the next frame.
   * @param urgent whether the user caused the change
   */
  flush(urgent = false): void {
    if (this.#dirty.size === 0) return;
    const dirty = this.#dirty;
    this.#dirty = new Set();
    let changed = false;
    for (const entry of dirty) {
      const before = entry.state;
      Object.assign(entry, this.#judge(entry));
      if (entry.state === before) continue;
      changed = true;
      this.#notify(entry.id);
    }
    if (!changed) return;
    this.#notifyAll(urgent);
    if (!this.#isLiveChange) return;
    this.#isLiveChange = false;
    for (const listener of [...this.#liveListeners]) listener(urgent);
  }

  /** Drops all flags, so that the next user does not see them. */
  reset(): void {
    this.#entries.clear();
    this.#ids.clear();
    this.#dirty.clear();
    this.#notifyAll();
  }

  #finish(id: string, commandId: string, saved: boolean): void {
    const entry = this.#entries.get(id);
    if (entry?.optimistic?.command.id !== commandId) return;
    // A listener may have reported this or a later command already.
    const isUnreported = entry.base.command?.id === entry.replaces;
    if (saved && isUnreported) entry.base = effective(entry);
    Object.assign(entry, NO_COMMAND);
    this.#touch(entry);
  }

  #at(path: FlagPath): Entry | undefined {
    const id = this.#ids.get(keyOf(path));
    return id === undefined ? undefined : this.#entries.get(id);
  }

  /** If many flags are in memory, drops the flags that have not been used since the given time. */
  #forget(usedBefore: number): void {
    if (this.#entries.size <= MANY) return;
    for (const [id, { key, usedAt, optimistic }] of this.#entries) {
      if (usedAt >= usedBefore || optimistic || this.#listeners.has(id)) continue;
      this.#entries.delete(id);
      this.#ids.delete(key);
    }
  }

  #notifyOfCommand({ id, base: before }: Entry, { command }: FlagRecord): void {
    if (!command || command.id === before.command?.id) return;
    for (const listener of [...this.#commandListeners]) listener(id, command);
  }

  #touch(entry: Entry): void {
    this.#dirty.add(entry);
    if (this.#frameRequested) return;
    this.#frameRequested = true;
    this.#frame(() => {
      this.#frameRequested = false;
      this.flush();
    });
  }

  #notify(id: string): void {
    const listeners = this.#listeners.get(id);
    if (listeners) for (const listener of [...listeners]) listener();
  }

  #notifyShown(): void {
    for (const listener of [...this.#shownListeners]) listener();
  }

  #notifyAll(urgent = false): void {
    for (const listener of [...this.#anyListeners]) listener(urgent);
  }

  /** Computes a flag's state. Returns the same object if nothing visible has changed. */
  #judge(entry: Omit<Entry, 'state' | 'nextChangeAt'> & { state?: FlagState }): Entry {
    const now = this.#now();
    const record = effective(entry);
    let view = viewFlag(record, now);
    if (entry.serverOnline !== null) {
      view = { ...view, isOnline: entry.serverOnline };
    }
    const old = entry.state;
    const same = old && sameView(old.view, view) && sameCommand(old.record, record);
    return {
      ...entry,
      state: same ? old : { record, view },
      nextChangeAt: nextChangeAt(record, now),
    };
  }
}

function effective({ base, optimistic }: Pick<Entry, 'base' | 'optimistic'>): FlagRecord {
  if (!optimistic) return base;
  const { command, ...states } = optimistic;
  const desired: FlagRecord['desired'] = {};
  for (const field of SWITCH_FIELDS) desired[field] = states[field];
  return { ...base, desired, command };
}

/**
 * Returns whether two records have the same command with the same outcome. Needed because rows show
 * the outcome, but `FlagView` does not contain it.
 */
function sameCommand(a: FlagRecord, b: FlagRecord): boolean {
  return a.command?.id === b.command?.id && a.command?.closedAt === b.command?.closedAt;
}

export const flagStore = new FlagStore();
