import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { addressKeys } from '../../../platform/limits/addressKeys.ts';
import { type Client, PLACES, Places } from '../../../platform/secrets/hashing/places.ts';
import { ARGON2, HashThreads } from '../../../platform/secrets/hashing/threads.ts';

/**
 * The maximum number of threads that hash passwords. There may be fewer, because one processor core
 * stays free for other work.
 */
const MAX_THREADS = 4;

/** Limits how many requests may hash or check passwords at the same time. */
export const places = new Places(PLACES);
const threads = new HashThreads(Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)));

/** Hashes and checks passwords for a client that is within the limit on concurrent requests. */
export interface Hasher {
  /** Returns the argon2id hash of a password in the PHC format. */
  hash(password: string): Promise<string>;
  /**
   * Returns the index of the first hash that matches the password, or -1. Always checks every hash.
   * An undefined hash (if the user does not exist) takes the same time and never matches.
   */
  match(hashes: readonly (string | undefined)[], password: string): Promise<number>;
}

/** Identifies a client that is known only by its IP address, for the limits on password hashing. */
export function strangerAt(address: string): Client {
  const [own, network] = addressKeys(address);
  return { address: own, network: network ?? own, isSignedIn: false };
}

/**
 * Identifies a signed-in client for the limits on password hashing, regardless of its IP address.
 */
export function userOf(userId: string): Client {
  return { address: `user ${userId}`, network: `user ${userId}`, isSignedIn: true };
}

/**
 * Runs `work`, which may hash passwords. Call this before counting an attempt, so that a `busy`
 * error does not count as one.
 * @throws AppError `busy` if too many requests are hashing passwords
 */
export function withHasher<T>(client: Client, work: (hasher: Hasher) => Promise<T>): Promise<T> {
  return places.hold(client, () => work(hasherFor(client.network)));
}

/**
 * Hashes a password for the server itself (the demo and the admin commands). Does not limit how
 * many passwords are hashed at the same time.
 */
export const hashAtServer = (password: string): Promise<string> =>
  hasherFor('server').hash(password);

/**
 * Hashes a password for a client.
 * @throws AppError `busy` if too many requests are hashing passwords
 */
export function hashPassword(password: string, client: Client): Promise<string> {
  return withHasher(client, (hasher) => hasher.hash(password));
}

/**
 * Returns the stored hash for an account without a password. It looks like any other hash, matches
 * no password, and takes no time to compute.
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
