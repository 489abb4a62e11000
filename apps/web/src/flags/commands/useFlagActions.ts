import type { Flag, MoveControl, MovePlan, SwitchField } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toast, toastError, toastFailure } from '@/lib/page/toast.ts';
import { bulkActions } from './bulkActions.ts';
import { cancelCommand, retryCommand, type SavedBy, switchFlag } from './commands.ts';
import { followUp } from './followUp.ts';
import { type MassMoveResult, moveAll, movePlanned, retryFailed, undoAction } from './massMove.ts';
import { announceResult } from './moveNotices.ts';
import { offerReason, withdrawReason } from './ownHalfStaff.ts';

/**
 * The actions that a user can take on the flags in a list. Each action shows the toast that the
 * specification requires. The functions are stable across renders.
 */
export interface FlagActions {
  toggle: (flag: Flag, field: SwitchField, on: boolean) => Promise<void>;
  retry: (flag: Flag) => Promise<void>;
  cancel: (flag: Flag) => Promise<void>;
  /**
   * Moves flags with a master control.
   * @param only the IDs of the flags that the user confirmed; by default all online flags
   */
  master: (
    flags: readonly Flag[],
    control: MoveControl,
    only?: ReadonlySet<string>,
  ) => Promise<void>;
  /** Moves exactly the flags that the server selected for a master control. */
  masterPlanned: (plan: MovePlan, control: MoveControl) => Promise<void>;
  /**
   * Moves the selected flags, except those that are offline or locked.
   * @param only the IDs of the flags that the user confirmed; by default all selected flags
   */
  moveSelected: (
    flags: readonly Flag[],
    control: MoveControl,
    only?: ReadonlySet<string>,
  ) => Promise<void>;
  /** Retries the failed poles of a mass move. */
  retryFailed: (id: number) => Promise<void>;
  /** Undoes a mass move. */
  undo: (id: number) => Promise<void>;
}

/**
 * Returns the actions that a user can take on flags in a list.
 * @param by the ID of the signed-in user, who sends the commands
 */
export function useFlagActions(by: string): FlagActions {
  const client = useQueryClient();
  return useMemo(() => {
    /**
     * Waits until a command is saved, and shows the toast.
     * @returns whether the command was saved
     */
    const single = async (flag: Flag, command: Promise<SavedBy>): Promise<boolean> => {
      try {
        const path = await command;
        followUp(client, path, [flag]);
        announceResult(flag);
        toast(
          path === 'live'
            ? { title: t`Switch toggled` }
            : { title: t`Switch updated`, description: t`Flag switch updated successfully` },
        );
        return true;
      } catch (error) {
        toastFailure(t`Failed to update switch. Change reverted.`, error);
        return false;
      }
    };
    return {
      toggle: async (flag, field, on) => {
        if (field !== 'lamp') withdrawReason(flag.id);
        const isSaved = await single(flag, switchFlag(flag, field, on, by));
        if (isSaved && field === 'flagHalf' && on) void offerReason(flag);
      },
      retry: async (flag) => {
        await single(flag, retryCommand(flag, by));
      },
      cancel: async (flag) => {
        await single(flag, cancelCommand(flag, by));
      },
      master: async (flags, control, only) => {
        const result = await moveAll(flags, control, by, only && { only });
        followUp(client, result.path, flags);
        toastMasterResult(result);
      },
      masterPlanned: async (plan, control) => {
        const result = await movePlanned(plan, control, by);
        followUp(client, result.path, plan.flags ?? []);
        if (plan.flags !== null || result.updated === 0) toastMasterResult(result);
        else
          toast({
            title: t`Master control activated`,
            description: plural({ count: plan.count }, { other: 'Sending to # poles' }),
          });
      },
      moveSelected: async (flags, control, only) => {
        const result = await moveAll(flags, control, by, only && { only });
        followUp(client, result.path, flags);
        // If nothing failed, the panel with Undo says everything, next to the selection's bar.
        toastMoveResult(result, null);
      },
      retryFailed: async (id) => {
        const flags = bulkActions.retryable(id).map(({ flag }) => flag);
        const { path } = await retryFailed(id, by);
        followUp(client, path, flags);
      },
      undo: async (id) => {
        try {
          if (!(await undoAction(id))) toast({ title: t`Already undone.` });
          followUp(client, 'patch', []);
        } catch (error) {
          toastFailure(t`Couldn’t undo the move.`, error);
        }
      },
    };
  }, [by, client]);
}

function toastMasterResult(result: MassMoveResult): void {
  const { updated, path } = result;
  toastMoveResult(result, {
    title: t`Master control activated`,
    description:
      path === 'live'
        ? t`All online flags updated`
        : plural(updated, { other: 'All # online flags updated successfully' }),
  });
}

function toastMoveResult(
  { updated, failed, refused }: MassMoveResult,
  success: { title: string; description?: string } | null,
): void {
  if (updated === 0) {
    // No pole was online anymore, so no command was sent.
    if (failed === 0) return;
    // No command could be sent, or the server refused all of them.
    if (refused === 0) toastError(t`Failed to update flags`);
    else toastError(t`Failed to update all flags`, t`Update failed`);
  } else if (failed > 0) {
    toast({
      title: t`Partial update`,
      description: t`${plural(updated, { other: '# flags updated' })}, ${plural(failed, { other: '# failed' })}`,
      variant: 'destructive',
    });
  } else if (success) {
    toast(success);
  }
}
