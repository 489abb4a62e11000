import { type Command, commandKey } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';

/** Of a pole that the engine has not met. */
export const NO_MEMORY: PoleMemory = {
  should: null,
  commandId: null,
  followedId: null,
  position: null,
  apartSince: null,
  tries: 0,
};

/** Whether a remembered command is this one of the engine's. @param remembered as `PoleMemory` has it */
export const isRemembered = (remembered: string | null, command: Command): boolean =>
  remembered === commandKey(command) || remembered === command.id;
