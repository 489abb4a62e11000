import { randomUUID } from 'node:crypto';
import { type FlagRecord, SERVER_COMMAND, type SwitchStates } from '@halyard/domain';
import { refuseLocked } from '../../../realtime/commands/lockRefusal.ts';
import type { CommandGiven } from '../../../realtime/link.ts';
import type { Services } from '../../calls/context.ts';
import type { FlagRow } from '../flags.ts';

/**
 * Returns a new ID for a command that the server itself sends. Clients may not use IDs of this
 * form.
 */
export const serverCommandId = () => `${SERVER_COMMAND}${randomUUID()}`;

/**
 * Sends a command to a pole, unless the flag is locked. All of the server's own commands are sent
 * with this function.
 * @param states the switches to change; all other switches keep their desired states
 * @param given who sends the command, and optionally its ID; for an undo, also the position request
 * that the command restores
 * @param only checks the flag's live record just before the command is written; if it returns
 * false, nothing is sent
 * @returns whether the command was sent
 * @throws AppError `conflict` if the flag is locked; `unavailable` if nothing can be written
 */
export async function commandFlag(
  { link }: Pick<Services, 'link'>,
  flag: Pick<FlagRow, 'ownerId' | 'flagId' | 'lock'>,
  states: Partial<SwitchStates>,
  given: Omit<CommandGiven, 'id'> & { id?: string },
  only?: (record: FlagRecord) => boolean,
): Promise<boolean> {
  refuseLocked(flag.lock);
  return link.command(flag, states, { id: serverCommandId(), ...given }, only);
}
