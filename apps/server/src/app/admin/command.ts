import { parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * The error for a command that was used incorrectly. The message is one sentence, which is printed
 * together with the usage.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Command {
  /** The command's operands, as shown in the usage message. Optional operands are in brackets. */
  operands: readonly string[];
  /**
   * The names of the command's options. Every option takes a value, except those whose names end in
   * `-stdin`.
   */
  options?: readonly string[];
  about: string;
  /**
   * Runs an admin command and prints its results to the terminal.
   * @returns false if the command found problems
   */
  run(given: Given): Promise<boolean>;
}

export interface Given {
  config: Config;
  operands: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Parses the arguments after a command name.
 * @throws UsageError if an argument is invalid
 */
export function readArguments(
  name: string,
  command: Command,
  args: string[],
): Omit<Given, 'config'> {
  const isSwitch = (option: string) => option.endsWith('-stdin');
  const options = Object.fromEntries(
    (command.options ?? []).map((option) => [
      option,
      { type: isSwitch(option) ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const needed = command.operands.filter((operand) => !operand.startsWith('['));
    if (positionals.length < needed.length || positionals.length > command.operands.length)
      throw new UsageError(`${name} takes ${command.operands.join(' and ') || 'no arguments'}.`);
    return { operands: positionals, options: values };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}

/**
 * Validates a value with a schema and returns it.
 * @param name what the error message calls the value
 * @throws UsageError if the value is invalid
 */
export function checked(name: string, schema: z.ZodType<string>, value: string): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(`${name}: ${parsed.error.issues[0]?.message}`);
}

export const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Runs `work` and then closes the database, even after an error. Returns true, which means that the
 * command found no problems.
 */
export async function using(db: Database, work: (db: Database) => Promise<void>): Promise<true> {
  try {
    await work(db);
  } finally {
    await db.close();
  }
  return true;
}
