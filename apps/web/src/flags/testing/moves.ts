import { type MassMove, type MoveCreate, type MovedFlag, UNDO_MS } from '@halyard/domain';

let made = 0;

/**
 * Creates the server's response to a mass move.
 * @param refused problems by `Flag.id`; the other flags succeed
 */
export function moveAnswer(
  { control, flagIds = [] }: MoveCreate,
  refused: Readonly<Record<string, string>> = {},
): MassMove {
  const isPosition = control === 'up' || control === 'half' || control === 'down';
  const id = `move-${++made}`;
  const at = Date.now();
  return {
    id,
    control,
    at,
    undoUntil: at + UNDO_MS,
    flags: flagIds.map((flagId): MovedFlag => {
      const problem = refused[flagId] ?? null;
      return {
        flagId,
        position: isPosition ? control : null,
        lamp: isPosition ? null : control !== 'lamps-off',
        commandId: problem === null ? `c-${flagId}` : null,
        problem,
        canRetry: problem !== null,
      };
    }),
  };
}
