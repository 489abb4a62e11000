import { type Command, commandKey } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';

/** The memory of a pole that the engine has not seen before. */
export const NO_MEMORY: PoleMemory = {
  should: null,
  commandId: null,
  followedId: null,
  position: null,
  apartSince: null,
  tries: 0,
};

/**
 * Whether a remembered command is this one.
 * @param remembered a command id or key from `PoleMemory`
 */
export const isRemembered = (remembered: string | null, command: Command): boolean =>
  remembered === commandKey(command) || remembered === command.id;
