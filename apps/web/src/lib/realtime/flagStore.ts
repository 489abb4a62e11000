import {
  ABSENT_RECORD,
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

/** The state of one flag for the screen. It is a new object only if something changed. */
export interface FlagState {
  record: FlagRecord;
  view: FlagView;
}

interface Entry {
  id: string;
  key: string;
  owner: string;
  /** The state in the database, without our own command that is still being saved. */
  base: FlagRecord;
  /** Whether the pole is online according to the server; null if a listener reports it. */
  toldOnline: boolean | null;
  optimistic: CommandUpdate | null;
  /** The ID of the command that was in the database when we sent our own. */
  replaces: string | undefined;
  state: FlagState;
  /** When the view will next change without an event. */
  nextChangeAt: number;
}

/** Called with a flag's `Flag.id` when the database has a new command for it. */
type CommandListener = (flagId: string, command: Command) => void;

/** Called after each frame in which anything changed; `urgent` if the current user caused it. */
type AnyListener = (urgent: boolean) => void;

interface Options {
  now?: () => number;
  frame?: (run: () => void) => void;
}

const NO_COMMAND = { optimistic: null, replaces: undefined } as const;

const keyOf = (owner: string, flagId: string) => `${owner}/${flagId}`;

/**
 * The live state of all flags, outside React. Values may arrive at any rate. Once per frame, only
 * the rows of changed flags are notified.
 */
export class FlagStore {
  readonly #now: () => number;
  readonly #frame: (run: () => void) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Flag IDs by realtime path, to find the flag that a value belongs to. */
  readonly #ids = new Map<string, string>();
  /**
   * Live values by owner and realtime key. Includes flags that are in no list yet, because a list
   * may follow.
   */
  readonly #live = new Map<string, Map<string, FlagRecord>>();
  /** Owners whose children have all arrived since the listener started. */
  readonly #synced = new Set<string>();
  #dirty = new Set<Entry>();
  #frameRequested = false;
  readonly #anyListeners = new Set<AnyListener>();
  readonly #commandListeners = new Set<CommandListener>();
  readonly #ownerListeners = new Set<() => void>();
  readonly #owners = new Set<string>();

  constructor(options: Options = {}) {
    this.#now = options.now ?? serverNow;
    this.#frame = options.frame ?? ((run) => requestAnimationFrame(run));
  }

  /**
   * Accepts flags from the API's response. If a listener is in sync, its values take precedence.
   */
  accept(flags: readonly Flag[]): void {
    const owners = this.#owners.size;
    for (const flag of flags) {
      const { firebaseUserId: owner } = flag;
      const key = keyOf(owner, flag.flagId);
      const synced = this.#synced.has(owner);
      const live = this.#live.get(owner)?.get(flag.flagId);
      const base = synced ? (live ?? ABSENT_RECORD) : flag.live;
      const toldOnline = synced ? null : flag.isOnline;
      this.#owners.add(owner);
      const entry = this.#entries.get(flag.id);
      if (entry) {
        if (entry.key === key && entry.base === base && entry.toldOnline === toldOnline) continue;
        if (entry.key !== key) this.#ids.delete(entry.key);
        this.#tellCommand(entry, base);
        Object.assign(entry, { key, owner, base, toldOnline });
        this.#touch(entry);
      } else {
        const fresh = { id: flag.id, key, owner, base, toldOnline, ...NO_COMMAND };
        this.#entries.set(flag.id, this.#judge(fresh));
        this.#tell(flag.id);
      }
      this.#ids.set(key, flag.id);
    }
    if (this.#owners.size !== owners) for (const listener of [...this.#ownerListeners]) listener();
    this.#tellAny();
  }

  /** Returns the distinct owners of all flags from any list. */
  owners(): ReadonlySet<string> {
    return this.#owners;
  }

  onOwners(listener: () => void): () => void {
    this.#ownerListeners.add(listener);
    return () => this.#ownerListeners.delete(listener);
  }

  /** Calls `listener` for each new command. @returns a function that stops the calls */
  onCommand(listener: CommandListener): () => void {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  }

  /** Records that a listener starts again. Values on screen stay until it reports new ones. */
  beginListen(owner: string): void {
    this.#synced.delete(owner);
    this.#live.set(owner, new Map());
  }

  receive(owner: string, flagId: string, raw: unknown): void {
    const record = readRecord(raw);
    this.#live.get(owner)?.set(flagId, record);
    this.#setBase(keyOf(owner, flagId), record);
  }

  remove(owner: string, flagId: string): void {
    this.#live.get(owner)?.delete(flagId);
    this.#setBase(keyOf(owner, flagId), ABSENT_RECORD);
  }

  /**
   * Records that the listener has delivered all existing flags. Any other flag is absent (spec §4).
   */
  synced(owner: string): void {
    this.#synced.add(owner);
    const live = this.#live.get(owner);
    for (const entry of this.#entries.values()) {
      if (entry.owner !== owner) continue;
      if (!live?.has(entry.key.slice(owner.length + 1))) this.#setBase(entry.key, ABSENT_RECORD);
    }
  }

  /**
   * Records that the listener has ended (lost, refused or stopped). Its values stay until the API
   * returns new ones.
   */
  endListen(owner: string): void {
    this.#synced.delete(owner);
    this.#live.delete(owner);
  }

  /** Shows a command immediately, before it is saved. */
  begin(id: string, update: CommandUpdate): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.optimistic = update;
    entry.replaces = entry.base.command?.id;
    this.#touch(entry);
  }

  /**
   * Ends a command that was refused, or whose outcome is reported elsewhere. The database's values
   * apply again.
   */
  settle(id: string, commandId: string): void {
    this.#finish(id, commandId, false);
  }

  /** Ends a command whose write was committed. Keeps its values until a listener reports them. */
  saved(id: string, commandId: string): void {
    this.#finish(id, commandId, true);
  }

  state(id: string): FlagState | undefined {
    return this.#entries.get(id)?.state;
  }

  /**
   * Returns the flag's state as a listener reports it, without our own command that is still being
   * saved. Undefined if no listener reports the flag.
   */
  told(id: string): FlagRecord | undefined {
    const entry = this.#entries.get(id);
    return entry && this.#synced.has(entry.owner) ? entry.base : undefined;
  }

  /**
   * Returns the current record, without waiting for the next frame. The next command builds on it.
   */
  record(id: string): FlagRecord | undefined {
    const entry = this.#entries.get(id);
    return entry && effective(entry);
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  subscribeAny(listener: AnyListener): () => void {
    this.#anyListeners.add(listener);
    return () => this.#anyListeners.delete(listener);
  }

  /** Finds flags whose state changed only because time passed. Compares one number per flag. */
  tick(): void {
    const now = this.#now();
    for (const entry of this.#entries.values()) {
      if (entry.nextChangeAt <= now) this.#dirty.add(entry);
    }
    this.flush();
  }

  /**
   * Notifies listeners of changes now instead of at the next frame; `urgent` after the user's own
   * action.
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
      this.#tell(entry.id);
    }
    if (changed) this.#tellAny(urgent);
  }

  /** Drops every value, because the next user must not see them. */
  reset(): void {
    this.#entries.clear();
    this.#ids.clear();
    this.#live.clear();
    this.#synced.clear();
    this.#owners.clear();
    this.#dirty.clear();
    this.#tellAny();
  }

  #finish(id: string, commandId: string, saved: boolean): void {
    const entry = this.#entries.get(id);
    if (entry?.optimistic?.command.id !== commandId) return;
    // A listener may have reported this or a later command already.
    const isUntold = entry.base.command?.id === entry.replaces;
    if (saved && isUntold) entry.base = effective(entry);
    Object.assign(entry, NO_COMMAND);
    this.#touch(entry);
  }

  #setBase(key: string, base: FlagRecord): void {
    const id = this.#ids.get(key);
    const entry = id === undefined ? undefined : this.#entries.get(id);
    if (!entry) return;
    this.#tellCommand(entry, base);
    entry.base = base;
    entry.toldOnline = null;
    this.#touch(entry);
  }

  #tellCommand({ id, base: before }: Entry, { command }: FlagRecord): void {
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

  #tell(id: string): void {
    const listeners = this.#listeners.get(id);
    if (listeners) for (const listener of [...listeners]) listener();
  }

  #tellAny(urgent = false): void {
    for (const listener of [...this.#anyListeners]) listener(urgent);
  }

  /** Computes the entry's state. Keeps the old object if nothing visible has changed. */
  #judge(entry: Omit<Entry, 'state' | 'nextChangeAt'> & { state?: FlagState }): Entry {
    const now = this.#now();
    const record = effective(entry);
    let view = viewFlag(record, now);
    if (entry.toldOnline !== null) {
      view = { ...view, isOnline: entry.toldOnline };
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
 * Returns whether the commands are the same. Rows show how the last command ended, which the view
 * does not contain.
 */
function sameCommand(a: FlagRecord, b: FlagRecord): boolean {
  return a.command?.id === b.command?.id && a.command?.closedAt === b.command?.closedAt;
}

/** The only store of this page. */
export const flagStore = new FlagStore();
