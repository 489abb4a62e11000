import { setTimeout as sleep } from 'node:timers/promises';
import type { PositionRequest, SwitchStates } from '@halyard/domain';
import { inLanguage } from '@halyard/messages/language';
import { inBatches } from '../../../platform/database/batches.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Context } from '../../calls/context.ts';
import type { FlagRow } from '../flags.ts';
import { noteOrigins, noteRefusal } from './commandByCall.ts';
import { commandFlag, serverCommandId } from './commandFlag.ts';

/** How many commands may be written at the same time. */
const SLICE = 200;
/**
 * The maximum number of commands sent per second. Without this limit, thousands of commands at once
 * would delay other users' commands.
 */
export const COMMANDS_PER_SECOND = 2500;

export interface FlagCommand {
  flag: FlagRow;
  states: Partial<SwitchStates>;
  /** The command's ID. If omitted, a new ID is created. */
  id?: string;
  /**
   * The position request from before a mass move, which this command restores. Undefined unless the
   * command undoes a mass move.
   */
  restores?: PositionRequest | null;
}

/**
 * Sends a separate command to each of many flags on behalf of a caller.
 * @returns the reason for each command that was not sent, by `flags.id`
 */
export async function commandMany(
  ctx: Context,
  commands: readonly FlagCommand[],
): Promise<Map<string, string>> {
  const given = commands.map((command) => ({ ...command, id: command.id ?? serverCommandId() }));
  await inBatches(given, (batch) =>
    noteOrigins(
      ctx,
      batch.map(({ id }) => id),
    ),
  );
  const problems = new Map<string, string>();
  for (let start = 0; start < given.length; start += SLICE) {
    const slice = given.slice(start, start + SLICE);
    const begun = performance.now();
    const results = await Promise.all(slice.map((command) => sendOne(ctx, command)));
    for (const [i, error] of results.entries())
      if (error) problems.set(slice[i]!.flag.id, inLanguage(error.text));
    const fault = results.find((error) => error?.isFault);
    if (fault) {
      // The realtime database is not available, so it would reject all other commands too.
      for (const { flag } of given.slice(start + SLICE))
        problems.set(flag.id, inLanguage(fault.text));
      break;
    }
    const pause = (slice.length / COMMANDS_PER_SECOND) * 1000 - (performance.now() - begun);
    if (pause > 0 && start + SLICE < given.length) await sleep(pause);
  }
  return problems;
}

/**
 * Sends one command.
 * @returns why the command was not sent; null if it was sent
 */
async function sendOne(
  ctx: Context,
  { flag, states, id, restores }: FlagCommand & { id: string },
): Promise<AppError | null> {
  try {
    await commandFlag(ctx, flag, states, { id, by: ctx.actor.id, restores });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    noteRefusal(ctx, flag, states, error);
    return error;
  }
}
