import type { OrderSource, SourceDefinition, SourceDraft, SourceSecret } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { setUpListQuery } from '@/lib/api/query.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

/** Saves whether a master wants Halyard to watch the federal sources. */
export function useWatchFederal() {
  const client = useQueryClient();
  return useHalfStaffChange(
    (watch: boolean) => call('watchFederalSources', { body: { watch } }),
    {
      done: (_sources, watch) => ({
        title: watch ? t`Now watching federal sources` : t`Not watching federal sources`,
      }),
      failed: t`Couldn’t save your answer.`,
    },
    // Either answer completes a step of the setup checklist.
    () => void client.invalidateQueries({ queryKey: setUpListQuery().queryKey }),
  );
}

export const useDismissDraft = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: SourceDraft) => call('dismissSourceDraft', { params: { id } }),
    { done: t`Draft dismissed`, failed: t`Couldn’t dismiss the draft.` },
    onDone,
  );

export const useAddSource = (onDone: (source: OrderSource) => void) =>
  useHalfStaffChange(
    (body: SourceDefinition) => call('addOrderSource', { body }),
    { done: t`Source added`, failed: t`Couldn’t add the source.` },
    onDone,
  );

export const useSwitchSource = (onDone: (source: OrderSource) => void) =>
  useHalfStaffChange(
    ({ source: { id }, isOn }: { source: OrderSource; isOn: boolean }) =>
      call('updateOrderSource', { params: { id }, body: { isOn } }),
    {
      done: ({ isOn }) => ({ title: isOn ? t`Source turned on` : t`Source turned off` }),
      failed: t`Couldn’t change the source.`,
    },
    onDone,
    ({ source }) => source.id,
  );

/** Asks the server to check a source for new entries. The check starts within 10 s. */
export const useCheckSource = (onDone: (source: OrderSource) => void) =>
  useHalfStaffChange(
    ({ id }: OrderSource) => call('checkOrderSource', { params: { id } }),
    { done: t`Checking the source…`, failed: t`Couldn’t check the source.` },
    onDone,
    ({ id }) => id,
  );

/** Gives a webhook a new secret: the given one, or one that the server creates and returns. */
export const useRenewSecret = (id: string, onDone: (source: OrderSource) => void) =>
  useHalfStaffChange(
    (body: SourceSecret) => call('renewSourceSecret', { params: { id }, body }),
    { done: t`Secret changed`, failed: t`Couldn’t change the secret.` },
    onDone,
  );

export const useDeleteSource = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: OrderSource) => call('deleteOrderSource', { params: { id } }),
    { done: t`Source deleted`, failed: t`Couldn’t delete the source.` },
    onDone,
  );
