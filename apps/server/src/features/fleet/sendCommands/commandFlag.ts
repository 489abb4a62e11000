import { randomUUID } from 'node:crypto';
import { type FlagRecord, SERVER_COMMAND, type SwitchStates } from '@halyard/domain';
import { refuseLocked } from '../../../realtime/commands/lockRefusal.ts';
import type { CommandGiven } from '../../../realtime/link.ts';
import type { Services } from '../../calls/context.ts';
import type { FlagRow } from '../flags.ts';

/**
 * Returns a new ID for a command that the server writes. Clients may not choose an ID of this form.
 */
export const serverCommandId = () => `${SERVER_COMMAND}${randomUUID()}`;

/**
 * Sends a command to a pole. The server uses this function for all its commands. A lock rejects
 * commands as soon as it is stored; the link also checks the realtime database for a lock when it
 * writes.
 * @param states what changes; the rest stays as desired
 * @param given who issues the command, what it restores, and its ID if it has one already
 * @param only checks the live record at the time of writing; nothing is sent if it returns false
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
