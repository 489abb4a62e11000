import {
  type ActivityDetail,
  type FlagRecord,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
} from '@halyard/domain';

/**
 * Returns what a command changes: the position, the lamp state or both. If it changes neither,
 * returns the position, because the command requests it again.
 * @param before the desired state before the command; null when the server starts
 */
export function movement(
  before: FlagRecord['desired'] | null,
  { desired, command }: Pick<FlagRecord, 'desired' | 'command'>,
): ActivityDetail {
  const position =
    command?.goal ?? POSITIONS.find((one) => desired[POSITION_SWITCHES[one]] === true) ?? null;
  const lamp = desired.lamp ?? false;
  if (before === null) return desired.lamp === undefined ? { position } : { position, lamp };
  const isMoved =
    command?.goal !== undefined ||
    POSITION_FIELDS.some((field) => (desired[field] ?? false) !== (before[field] ?? false));
  const isLit = lamp !== (before.lamp ?? false);
  // A command that changes nothing asks for the desired position again.
  return { ...((isMoved || !isLit) && { position }), ...(isLit && { lamp }) };
}
