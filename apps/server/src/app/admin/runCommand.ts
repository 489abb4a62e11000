import { BackupError } from '../../features/operation/backup/archive/files.ts';
import { CannotStart } from '../../platform/config/cannotStart.ts';
import { readConfig } from '../../platform/config/config.ts';
import { asCannotStart } from '../asCannotStart.ts';
import { readArguments, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Exit codes: 1 if the command failed or found problems, 2 if it was used incorrectly. */
const FAILED = 1;
const MISUSED = 2;

const usageOf = (name: string) => {
  const { operands = [], options = [] } = COMMANDS[name] ?? {};
  const optional = options.map((option) =>
    option.endsWith('-stdin') ? `[--${option}]` : `[--${option} TEXT]`,
  );
  return ['npm run admin --', name, ...operands, ...optional].join(' ');
};

function help(): string {
  const lines = Object.entries(COMMANDS).map(
    ([name, { about }]) => `  ${usageOf(name)}\n      ${about}`,
  );
  return `Usage: npm run admin -- COMMAND

Run commands on the machine that runs Halyard, as the same user and with the same settings (DATA_DIR or
DATABASE_URL, from the environment or .env). Every command except restore also works while Halyard is
running. Changes reach open connections within seconds.

${lines.join('\n')}

Exit codes: 0 if the command succeeded, 1 if it failed or found problems, 2 if it was used incorrectly.
`;
}

/**
 * Runs an admin command, and prints its results to the terminal.
 * @param env the environment variables with the settings
 * @returns the exit code
 */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  if (['help', '--help', '-h', ''].includes(name) || args.includes('--help')) {
    process.stdout.write(help());
    return name === '' ? MISUSED : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (!command)
      throw new UsageError(`Unknown command: ${name}. Use --help to list all commands.`);
    const given = readArguments(name, command, args);
    const config = readConfig(env, { demo: false });
    return (await command.run({ config, ...given })) ? 0 : FAILED;
  } catch (error) {
    const known = error instanceof UsageError || error instanceof BackupError;
    const reason = known ? error : asCannotStart(error);
    if (!known && !(reason instanceof CannotStart)) throw error;
    process.stderr.write(`${name}: ${(reason as Error).message}\n`);
    if (!(error instanceof UsageError)) return FAILED;
    if (command) process.stderr.write(`Usage: ${usageOf(name)}\n`);
    return MISUSED;
  }
}
