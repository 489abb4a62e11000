import { type Command, commandKey } from '@halyard/domain';
import type { PoleMemory } from '../../../platform/database/tables/halfStaff.ts';

/** What the engine remembers about a pole before it first checks the pole. */
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
