import { randomUUID } from 'node:crypto';
import { type FlagRecord, SERVER_COMMAND, type SwitchStates } from '@halyard/domain';
import { refuseLocked } from '../../../realtime/commands/lockRefusal.ts';
import type { CommandGiven } from '../../../realtime/link.ts';
import type { Services } from '../../calls/context.ts';
import type { FlagRow } from '../flags.ts';

/** A new id of a command that the server writes. Clients may not choose one of this form. */
export const serverCommandId = () => `${SERVER_COMMAND}${randomUUID()}`;

/**
 * The one way in which the server moves a pole, whoever asks for it. A lock stands from the moment in
 * which it is stored; whether the realtime database has one, the link looks at the moment of writing.
 * @param states what changes; the rest stays as desired
 * @param given in whose name, what it restores, and its id if one has been told of it already
 * @param only asked of its live state in the moment of writing: where it declines, nothing is sent
 * @returns whether it was sent
 * @throws AppError `conflict` where the flag is locked; `unavailable` where nothing can be written
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
