import { ARGON2 } from '../platform/secrets/hashing/threads.ts';

const REAL = { memoryCost: 19_456, timeCost: 2 };

/**
 * Vitest runs this file before each test file of the server: passwords are then hashed at argon2's
 * lowest cost. At the real cost, hashing took a tenth of the CPU time of all tests. cli.test.ts
 * checks the real cost in a separate process.
 */
Object.assign(ARGON2, { memoryCost: 8, timeCost: 1 });

/** Makes the passwords of this test file as slow to hash as in production. */
export function hashAtRealCost(): void {
  Object.assign(ARGON2, REAL);
}
