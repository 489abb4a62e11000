import { hash, verify } from '@node-rs/argon2';
import { newSecret } from '../database/text.ts';

/** OWASP's choice for argon2id (the library's default): 19 MiB, 2 passes, one lane; off the event loop. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let dummyHash: Promise<string> | undefined;

/** argon2id in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Whether the password fits; without a hash (no such user) it takes the same time and says no. */
export async function passwordFits(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  dummyHash ??= hashPassword(newSecret());
  const dummy = await dummyHash;
  const fits = await verify(passwordHash ?? dummy, password);
  return fits && passwordHash !== undefined;
}
