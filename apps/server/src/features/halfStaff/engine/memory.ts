import { type Command, commandKey } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';

/** The engine's memory of a pole that it has not checked yet: everything is unknown. */
export const NO_MEMORY: PoleMemory = {
  should: null,
  commandId: null,
  followedId: null,
  position: null,
  apartSince: null,
  tries: 0,
};

/**
 * Whether the engine remembers this command.
 * @param remembered a command ID or command key from `PoleMemory`
 */
export const isRemembered = (remembered: string | null, command: Command): boolean =>
  remembered === commandKey(command) || remembered === command.id;
