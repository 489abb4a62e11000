import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { addressKeys } from '../../../platform/limits/addressKeys.ts';
import { type Client, PLACES, Places } from '../../../platform/secrets/hashing/places.ts';
import { ARGON2, HashThreads } from '../../../platform/secrets/hashing/threads.ts';

/** Threads at most: leaves a core to the event loop where there is more than one. */
const MAX_THREADS = 4;

/** Whoever wants password work done holds one of these places. */
export const places = new Places(PLACES);
const threads = new HashThreads(Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)));

/** Password work for one client, in one of its places. */
export interface Hasher {
  /** argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * The place in the list of the first hash that the password fits, or -1. Each is checked, and one
   * that is undefined (no such user) takes the same time and does not fit.
   */
  match(hashes: readonly (string | undefined)[], password: string): Promise<number>;
}

/** A client that is known by its address only. */
export function strangerAt(address: string): Client {
  const [own, network] = addressKeys(address);
  return { address: own, network: network ?? own, isSignedIn: false };
}

/** A signed-in user, whatever the address. */
export function userOf(userId: string): Client {
  return { address: `user ${userId}`, network: `user ${userId}`, isSignedIn: true };
}

/**
 * Holds a place for password work while `work` runs. Take it before tries are counted, so that a
 * refusal costs the client none.
 * @throws AppError `busy` where all places are taken
 */
export function withHasher<T>(client: Client, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  return places.hold(client, () => work(hasherFor(client.network)));
}

/** For the server itself (the demo, the commands at the machine): never refused. */
export const hashAtServer = (password: string): Promise<string> =>
  hasherFor('server').hash(password);

/** @throws AppError `busy` */
export function hashPassword(password: string, client: Client): Promise<string> {
  return withHasher(client, (hasher) => hasher.hash(password));
}

/**
 * What an account stores that has no password: it looks like any hash, costs nothing to make, and no
 * password fits it.
 */
export function noPasswordHash(): string {
  const { memoryCost, timeCost, parallelism } = ARGON2;
  const text = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${text(16)}$${text(32)}`;
}

function hasherFor(turn: string): Hasher {
  return {
    async hash(password) {
      return (await threads.run(turn, { kind: 'hash', password })) as string;
    },
    async match(hashes, password) {
      const whole = hashes.map((hash) => hash ?? noPasswordHash());
      const fits = await threads.run(turn, { kind: 'match', hashes: whole, password });
      return (fits as boolean[]).indexOf(true);
    },
  };
}
