import type { Flag, MoveControl, SwitchField } from '@halyard/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { counted } from '@/lib/count.ts';
import { toast, toastError, toastFailure } from '@/lib/page/toast.ts';
import { bulkActions } from './bulkActions.ts';
import { cancelCommand, retryCommand, type SavedBy, switchFlag } from './commands.ts';
import { followUp } from './followUp.ts';
import { type MassMoveResult, moveAll, retryFailed, undoAction } from './massMove.ts';
import { SELECTED_LABELS } from './moveControls.ts';
import { announceResult } from './moveNotices.ts';
import { offerReason, withdrawReason } from './ownHalfStaff.ts';

/**
 * What a user can do to flags in a list, with the specification's toasts. Stable across renders.
 */
export interface FlagActions {
  toggle: (flag: Flag, field: SwitchField, on: boolean) => Promise<void>;
  retry: (flag: Flag) => Promise<void>;
  cancel: (flag: Flag) => Promise<void>;
  /** @param only ids of the flags that the confirmation named; absent: all that are online */
  master: (
    flags: readonly Flag[],
    control: MoveControl,
    only?: ReadonlySet<string>,
  ) => Promise<void>;
  /**
   * Moves the flags that the user selected. Leaves out offline and locked ones.
   * @param only as in `master`
   */
  moveSelected: (
    flags: readonly Flag[],
    control: MoveControl,
    only?: ReadonlySet<string>,
  ) => Promise<void>;
  /** Retries a bulk action by its id. The action's list shows the result. */
  retryFailed: (id: number) => Promise<void>;
  /** Undoes a bulk action by its id. */
  undo: (id: number) => Promise<void>;
}

/** @param by id of the user who sends the commands */
export function useFlagActions(by: string): FlagActions {
  const client = useQueryClient();
  return useMemo(() => {
    /** @returns whether the command was saved */
    const single = async (flag: Flag, command: Promise<SavedBy>): Promise<boolean> => {
      try {
        const path = await command;
        followUp(client, path, [flag]);
        announceResult(flag);
        toast(
          path === 'live'
            ? { title: 'Switch toggled' }
            : { title: 'Switch updated', description: 'Flag switch updated successfully' },
        );
        return true;
      } catch (error) {
        toastFailure('Failed to update switch. Change reverted.', error);
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
        toastMoveResult(result, {
          title: 'Master control activated',
          description:
            result.path === 'live'
              ? 'All online flags updated'
              : `All ${result.updated} online flags updated successfully`,
        });
      },
      moveSelected: async (flags, control, only) => {
        const label = SELECTED_LABELS[control];
        const result = await moveAll(flags, control, by, { label, ...(only && { only }) });
        followUp(client, result.path, flags);
        toastMoveResult(result, { title: `${label}: ${counted(result.updated, 'flag')} updated` });
      },
      retryFailed: async (id) => {
        const flags = bulkActions.retryable(id).map(({ flag }) => flag);
        const { path } = await retryFailed(id, by);
        followUp(client, path, flags);
      },
      undo: async (id) => {
        try {
          await undoAction(id);
          followUp(client, 'patch', []);
        } catch (error) {
          toastFailure('The move was not undone.', error);
        }
      },
    };
  }, [by, client]);
}

function toastMoveResult(
  { updated, failed, refused }: MassMoveResult,
  success: { title: string; description?: string },
): void {
  if (updated === 0) {
    // Nothing was online anymore, so no pole was commanded.
    if (failed === 0) return;
    // No command could be sent at all, or the server refused each one.
    if (refused === 0) toastError('Failed to update flags');
    else toastError('Failed to update all flags', 'Update failed');
  } else if (failed > 0) {
    toast({
      title: 'Partial update',
      description: `${updated} flags updated, ${failed} failed`,
      variant: 'destructive',
    });
  } else {
    toast(success);
  }
}
