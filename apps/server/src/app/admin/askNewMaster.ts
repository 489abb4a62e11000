import type { z } from 'zod';
import { refuseGuessable } from '../../features/identity/passwords/newPasswords.ts';
import { AppError } from '../../platform/errors.ts';
import { newMaster, newPassword } from './accounts.ts';
import { checked, type Given, say, UsageError } from './command.ts';
import { ask, askHidden, firstLine, isInteractive } from './terminal.ts';

/** The options of `create-master`. */
export const NEW_MASTER_OPTIONS = [
  'username',
  'first-name',
  'last-name',
  'email',
  'phone',
] as const;

/** Returns the data of a new master account. Prompts for anything that is not given as an option. */
export async function askNewMaster(options: Given['options']): Promise<z.infer<typeof newMaster>> {
  const { shape } = newMaster;
  const one = (
    name: (typeof NEW_MASTER_OPTIONS)[number],
    schema: z.ZodType<string>,
    label: string,
  ) =>
    options[name] === undefined
      ? askFor(label, `--${name}`, schema, ask)
      : checked(`--${name}`, schema, String(options[name]));
  const username = await one('username', shape.username, 'Username');
  return {
    username,
    firstName: await one('first-name', shape.firstName, 'First name'),
    lastName: await one('last-name', shape.lastName, 'Last name'),
    email: await one('email', shape.email, 'Email'),
    phone: await one('phone', shape.phone, 'Phone'),
    password: isInteractive()
      ? await askForPassword(username)
      : checked('The password on standard input', shape.password, await firstLine()),
  };
}

/**
 * Prompts for a value until the user enters a valid one.
 * @throws UsageError if there is no terminal
 */
async function askFor(
  label: string,
  option: string,
  schema: z.ZodType<string>,
  how: (label: string) => Promise<string>,
): Promise<string> {
  if (!isInteractive())
    throw new UsageError(
      `${option} is missing. Add it, or run the command in a terminal to enter it.`,
    );
  for (;;) {
    const parsed = schema.safeParse(await how(label));
    if (parsed.success) return parsed.data;
    say(parsed.error.issues[0]?.message ?? 'Invalid value. Try again.');
  }
}

/** Prompts for a password until it is strong enough and the user has typed it twice. */
async function askForPassword(username: string): Promise<string> {
  for (;;) {
    const password = await askFor('Password', 'The password', newPassword, askHidden);
    try {
      refuseGuessable(password, username);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      say(error.message);
      continue;
    }
    if ((await askHidden('Password again')) === password) return password;
    say('The passwords do not match.');
  }
}
