import { t } from '@halyard/messages';
import { z } from 'zod';
import { POSITIONS } from '../flags/live/position.ts';
import { MOVE_CONTROLS, MOVE_MAX_FLAGS } from '../flags/massMove.ts';
import { CORRECT_POSITION, WRONG_POSITION_KINDS } from '../halfStaff/wrongPosition.ts';
import { flag } from './flags.ts';
import { flagFilters, searched } from './lists.ts';

/** Maximum size of a request body, in bytes: enough for `MOVE_MAX_FLAGS` IDs. */
export const MAX_MOVE_BODY_BYTES = 1024 * 1024;

const flagIds = z.array(z.string().min(1).max(200)).min(1).max(MOVE_MAX_FLAGS);

const ONE_SELECTION = t`Specify exactly one of flagIds, query and wrongPosition`;
const NOT_CORRECT = t`Use the control that corrects this kind of wrong position`;
const ONE_OF_BOTH_FOR_MOVE = t`Specify either flagIds or plan`;

/** The search text and filters that select the flags to move. They work as in a list of flags. */
export const flagSelection = z.object({ q: searched, ...flagFilters });
export type FlagSelection = z.infer<typeof flagSelection>;

/**
 * The flags that a mass move would move: the listed flags, the flags that a query matches now, or
 * the flags in the wrong position that can be corrected now.
 */
export const movePlanCreate = z
  .object({
    control: z.enum(MOVE_CONTROLS),
    flagIds: flagIds.optional(),
    query: flagSelection.optional(),
    wrongPosition: z.enum(WRONG_POSITION_KINDS).optional(),
  })
  .refine(
    ({ flagIds: ids, query, wrongPosition }) =>
      [ids, query, wrongPosition].filter((selection) => selection !== undefined).length === 1,
    ONE_SELECTION,
  )
  .refine(
    ({ control, wrongPosition }) =>
      wrongPosition === undefined || control === CORRECT_POSITION[wrongPosition],
    NOT_CORRECT,
  );
export type MovePlanCreate = z.infer<typeof movePlanCreate>;

const count = z.number().int();

/**
 * The plan of a mass move. It covers the flags that matched when the plan was created. Confirming
 * the plan (`plan` of `POST /api/moves`) moves exactly these flags.
 */
export const movePlan = z.object({
  id: z.string(),
  /**
   * The time after which the plan of a mass move can no longer be confirmed, in epoch milliseconds.
   */
  expiresAt: z.number(),
  control: z.enum(MOVE_CONTROLS),
  /** The number of flags that a mass move would move, and the number that it would leave out. */
  count,
  offline: count,
  /** Number of locked flags, both online and offline. */
  locked: count,
  /** The number of flags to move, by their current position. */
  positions: z.object({ up: count, half: count, down: count, moving: count, unknown: count }),
  /** The number of flags to move whose lamp is on. */
  lampsOn: count,
  /**
   * The first five locations, by company and name, that have flags to move, and the total number of
   * such locations.
   */
  places: z.array(z.object({ company: z.string(), location: z.string(), count })),
  locations: count,
  /**
   * The first five companies, by name, that own flags to move, and the total number of such
   * companies.
   */
  companies: z.array(z.object({ company: z.string(), poles: count, locations: count })),
  companiesTotal: count,
  /**
   * All flags in the plan of a mass move, including those that are left out; null if there are more
   * than 200.
   */
  flags: z.array(flag).nullable(),
  /** The IDs of the flags in `flags` that are left out. */
  leftOut: z.array(z.string()).nullable(),
});
export type MovePlan = z.infer<typeof movePlan>;

/**
 * A request to move either the listed flags or the flags of a plan. A plan made for one lamp
 * control is also valid for the other lamp controls.
 */
export const moveCreate = z
  .object({
    control: z.enum(MOVE_CONTROLS),
    flagIds: flagIds.optional(),
    /** The ID of the caller's own plan, which can be confirmed once. It becomes the move's ID. */
    plan: z.string().min(1).max(200).optional(),
  })
  .refine(
    ({ flagIds: ids, plan }) => (ids === undefined) !== (plan === undefined),
    ONE_OF_BOTH_FOR_MOVE,
  );
export type MoveCreate = z.infer<typeof moveCreate>;

/** A request to resend a mass move's command to some of its flags. */
export const moveRetry = z.object({
  /**
   * The flags to resend the command to. For a move that is sent in the background, the default is
   * all flags with a problem. Required for other moves.
   */
  flagIds: flagIds.optional(),
});
export type MoveRetry = z.infer<typeof moveRetry>;

/** One flag of a mass move or of its undo. */
export const movedFlag = z.object({
  flagId: z.string(),
  /**
   * The requested position and the requested lamp state. Each is null if the move does not change
   * it.
   */
  position: z.enum(POSITIONS).nullable(),
  lamp: z.boolean().nullable(),
  /** ID of the command that was sent to the flag; null if no command was sent. */
  commandId: z.string().nullable(),
  /** The reason why no command was sent; null if one was sent or none was necessary. */
  problem: z.string().nullable(),
  /** Whether a retry of the command can succeed. */
  canRetry: z.boolean(),
});
export type MovedFlag = z.infer<typeof movedFlag>;

/** The progress of a move of more than 200 flags, which is sent in the background. */
export const moveProgress = z.object({
  /**
   * The total number of flags: the sum of `remaining`, `sent`, `refused`, `skipped` and `notSent`.
   */
  total: count,
  /** Number of the mass move's flags that have not been handled yet. */
  remaining: count,
  sent: count,
  refused: count,
  /**
   * Number of flags that were skipped because they were offline, locked or no longer visible to the
   * user.
   */
  skipped: count,
  /**
   * Number of flags that got no command because the move was canceled, its user lost access, or the
   * server stopped.
   */
  notSent: count,
  /**
   * The numbers of flags whose poles have confirmed the command (`confirmed`), may still confirm it
   * (`waiting`), or did not confirm it in time (`notConfirmed`).
   */
  confirmed: count,
  waiting: count,
  notConfirmed: count,
  /** The number of flags that an undo has restored, and whether an undo is in progress. */
  undone: count,
  isUndoing: z.boolean(),
  isDone: z.boolean(),
  isCanceled: z.boolean(),
});
export type MoveProgress = z.infer<typeof moveProgress>;

/** One use of a master control, which moves one or more flags. */
export const massMove = z.object({
  id: z.string(),
  control: z.enum(MOVE_CONTROLS),
  /** The time when the mass move was made, in epoch milliseconds. */
  at: z.number(),
  /** The time after which the mass move can no longer be undone, in epoch milliseconds. */
  undoUntil: z.number(),
  /**
   * The flags of the mass move. Empty if it has more than 200 flags and is therefore sent in the
   * background.
   */
  flags: z.array(movedFlag),
  /** The progress of a mass move that is sent in the background; null for all other mass moves. */
  progress: moveProgress.nullable(),
});
export type MassMove = z.infer<typeof massMove>;

/** A mass move in a list, with the current state of the flags that the caller may see. */
export const listedMove = massMove.extend({ poles: z.array(flag) });
export type ListedMove = z.infer<typeof listedMove>;

/** The number of flags on one page of a mass move's list of flags. */
export const MOVE_FLAGS_PAGE = 50;

export const moveFlagsQuery = z.object({
  /**
   * `problems` limits the list to flags that did not get a command, or whose pole did not confirm
   * it.
   */
  show: z.literal('problems').optional(),
  page: z.coerce.number().int().min(1).max(1e9).default(1),
});
export type MoveFlagsQuery = z.output<typeof moveFlagsQuery>;

/** One page of the flags of a mass move that is sent in the background. */
export const moveFlagsPage = z.object({
  items: z.array(
    z.object({
      /** The flag's `flags.id`, flag ID, name, location and company. */
      id: z.string(),
      flagId: z.string(),
      name: z.string(),
      location: z.string(),
      company: z.string(),
      /** Why the flag got no command or did not move. Null if it moved, or may still move. */
      problem: z.string().nullable(),
    }),
  ),
  total: count,
  page: count,
});
export type MoveFlagsPage = z.infer<typeof moveFlagsPage>;

export const moveUndone = z.object({
  /** The flags that the undo moves. Empty if the move is undone in the background. */
  flags: z.array(movedFlag),
  progress: moveProgress.nullable(),
});
export type MoveUndone = z.infer<typeof moveUndone>;
