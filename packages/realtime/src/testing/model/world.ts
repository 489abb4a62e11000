import {
  child,
  type DatabaseReference,
  get,
  goOffline,
  increment,
  onDisconnect,
  ref,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from '@firebase/database';
import { expect } from 'vitest';
import { parseRules } from '../../rules/index.ts';
import { sqliteStore } from '../../store/sqlite.ts';
import { connect } from '../sdk.ts';
import { type Running, start } from '../start.ts';
import { until } from '../until.ts';
import { type Json, PlainModel, type Window } from './plainModel.ts';
import { Player } from './player.ts';
import { CLIENTS, type Left, type Step, type Write } from './steps.ts';
import { differences } from './watch.ts';

/** Rules that allow reading everything, and writing everything except `closed`. */
const RULES = {
  rules: { '.read': true, $region: { '.write': "$region != 'closed'" } },
};

/**
 * Several clients of the real SDK, connected to a real server on SQLite, with a simple model of the
 * data that they write. No two clients write the same data at the same time, so the result does not
 * depend on the network: `shared` is written by one client at a time, and `own/N` only by client N.
 * `left/N` gets the onDisconnect writes of client N, and `mark/N` what {@link settle} writes. All
 * clients increment the counters in `count/`, where order does not matter.
 */
export class World {
  readonly #model = new PlainModel();
  readonly #directory: string;
  readonly #players: Player[];
  #server: Running;
  /** The server's time, which changes only when nothing is in progress. */
  readonly #time: { now: number };
  #marks = 0;

  private constructor(directory: string, time: { now: number }, server: Running) {
    this.#directory = directory;
    this.#time = time;
    this.#server = server;
    this.#players = Array.from({ length: CLIENTS }, () => new Player(connect(server.port)));
  }

  static async open(directory: string): Promise<World> {
    const time = { now: 1_700_000_000_000 };
    return new World(directory, time, await serve(directory, 0, time));
  }

  async close(): Promise<void> {
    for (const player of this.#players) await player.close();
    await this.#server.stop();
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'write':
        return this.#write(await this.#online(step.client), step.write);
      case 'refused':
        return this.#refused(await this.#online(step.client), step.write);
      case 'burst':
        return this.#burst(step.writes, step.cut);
      case 'count':
        return this.#count(step.counts);
      case 'listen':
        return this.#players[step.client]!.watch(step.path, step.window);
      case 'unlisten':
        return this.#players[step.client]!.unwatch(step.which);
      case 'leave':
        return this.#leave(await this.#online(step.client), step.left);
      case 'offline':
        return this.#goOffline(await this.#online(step.client));
      case 'restart':
        return this.#restart();
      case 'check':
        return this.#check(step.client, step.path, step.window);
    }
  }

  /** Returns the client with this index if it is online; otherwise, the next client that is. */
  async #online(index: number): Promise<Player> {
    if (this.#players.every((player) => player.isOffline)) await this.settle();
    for (let i = index; ; i++) {
      const player = this.#players[i % CLIENTS]!;
      if (!player.isOffline) return player;
    }
  }

  async #write(player: Player, write: Write): Promise<void> {
    const sent = send(ref(player.db, 'shared'), write);
    if (this.#isPriorityOfNothing('shared', write)) {
      await expect(sent).rejects.toThrow(/INVALID_DATA/);
      return;
    }
    this.#apply('shared', write);
    await sent;
  }

  #isPriorityOfNothing(region: string, write: Write): boolean {
    if (write.kind !== 'setPriority' || write.priority === null) return false;
    return !this.#model.has(write.path === '' ? region : `${region}/${write.path}`);
  }

  async #refused(player: Player, write: Write): Promise<void> {
    const refused =
      write.kind === 'update'
        ? update(ref(player.db), { ...below('shared', write.values), 'closed/x': 1 })
        : send(ref(player.db, 'closed'), write);
    await expect(refused).rejects.toThrow(/PERMISSION_DENIED/);
  }

  async #burst(writes: Write[][], cut: boolean): Promise<void> {
    for (const [index, player] of this.#players.entries()) {
      for (const write of writes[index]!) {
        // After a cut, the SDK repeats this write. By then, the write may encounter the data of a
        // later one and have a different result.
        if (write.kind === 'setPriority' && write.priority !== null) continue;
        this.#apply(`own/${index}`, write);
        player.started(send(ref(player.db, `own/${index}`), write));
      }
    }
    if (!cut) return;
    // The SDK repeats writes unless it knows that they were stored. An increment must not be
    // repeated.
    await Promise.all(this.#players.map((player) => player.counted()));
    await this.#ended(this.#players, async () => this.#server.cut());
    await this.settle();
  }

  async #count(counts: { by: number; transaction: boolean }[][]): Promise<void> {
    for (const [index, player] of this.#players.entries()) {
      for (const { by, transaction } of counts[index]!) {
        const name = transaction ? 'count/transactions' : 'count/increments';
        this.#model.set(name, Number(this.#model.leaf(name) ?? 0) + by);
        const at = ref(player.db, name);
        player.startedCount(transaction ? add(at, by) : set(at, increment(by)));
      }
    }
  }

  async #leave(player: Player, left: Left): Promise<void> {
    const at = `left/${this.#players.indexOf(player)}`;
    await player.leave(at, left);
  }

  async #goOffline(player: Player): Promise<void> {
    await player.counted();
    await this.#ended([player], async () => goOffline(player.db));
    player.isOffline = true;
  }

  async #restart(): Promise<void> {
    await Promise.all(this.#players.map((player) => player.counted()));
    await this.#ended(this.#players, async () => {
      const { port } = this.#server;
      await this.#server.stop();
      this.#server = await serve(this.#directory, port, this.#time);
    });
    await this.settle();
  }

  /** Ends the connections of these clients, and waits until their onDisconnect writes have run. */
  async #ended(players: readonly Player[], end: () => Promise<void>): Promise<void> {
    const old = new Set(this.#sessions());
    const online = this.#players.filter((player) => !player.isOffline).length;
    const gone = players.filter((player) => !player.isOffline);
    await end();
    const left = online - gone.length;
    await until(() => this.#sessions().filter((id) => old.has(id)).length <= left);
    for (const player of gone) player.runLeft(this.#model, this.#time.now);
  }

  #sessions(): string[] {
    return [...this.#server.realtime.connections()].map(({ id }) => id);
  }

  #apply(region: string, write: Write): void {
    const at = (path: string): string => (path === '' ? region : `${region}/${path}`);
    switch (write.kind) {
      case 'set':
        return this.#model.set(at(write.path), write.value);
      case 'setWithPriority':
        return this.#model.set(at(write.path), write.value, write.priority);
      case 'setPriority':
        return this.#model.setPriority(at(write.path), write.priority);
      case 'now':
        return this.#model.set(at(write.path), this.#time.now);
      case 'update':
        for (const [path, value] of Object.entries(write.values)) this.#model.set(at(path), value);
    }
  }

  /**
   * Waits until nothing is in progress: all clients are connected, all writes are acknowledged, and
   * all pushes have arrived.
   */
  async settle(): Promise<void> {
    for (const player of this.#players) await player.comeOnline();
    await Promise.all(this.#players.map((player) => player.done()));
    const mark = ++this.#marks;
    await Promise.all(
      this.#players.map((player, index) => {
        this.#model.set(`mark/${index}`, mark);
        return set(ref(player.db, `mark/${index}`), mark);
      }),
    );
    // Pushes of other clients' marks may still be on their way (protocol §2). The response to any
    // later request comes after them.
    await Promise.all(
      this.#players.map((player) => onDisconnect(ref(player.db, 'mark/none')).cancel()),
    );
    this.#time.now++;
  }

  /** Compares the snapshots of all listeners of all clients, and of a `get`, with the model. */
  async #check(client: number, path: string, window: Window | null): Promise<void> {
    await this.settle();
    for (const [index, player] of this.#players.entries()) {
      for (const watch of player.watches) {
        const found = differences(this.#model, watch.path, watch.window, watch.snapshot);
        expect(found, `client ${index} ${JSON.stringify([watch.path, watch.window])}`).toEqual([]);
      }
    }
    const snapshot = await get(this.#players[client]!.target(path, window));
    expect(differences(this.#model, path, window, snapshot), `get ${path}`).toEqual([]);
  }
}

/** Adds to a counter in a transaction. Fails the test if the transaction is not committed. */
async function add(at: DatabaseReference, by: number): Promise<void> {
  const { committed } = await runTransaction(at, (count: number | null) => (count ?? 0) + by);
  expect(committed).toBe(true);
}

function serve(directory: string, port: number, time: { now: number }): Promise<Running> {
  return start(
    { store: sqliteStore({ directory }), rules: parseRules(RULES), clock: () => time.now },
    { port },
  );
}

const below = (region: string, values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`${region}/${path}`, value]));

function send(region: DatabaseReference, write: Write): Promise<unknown> {
  if (write.kind === 'update') return update(region, write.values);
  const at = write.path === '' ? region : child(region, write.path);
  switch (write.kind) {
    case 'set':
      return set(at, write.value);
    case 'setWithPriority':
      return setWithPriority(at, write.value, write.priority);
    case 'setPriority':
      return setPriority(at, write.priority);
    case 'now':
      return set(at, serverTimestamp());
  }
}
