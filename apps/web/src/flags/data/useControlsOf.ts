import {
  countControls,
  type Flag,
  type MasterCounts,
  SWITCH_FIELDS,
  switchesOn,
} from '@halyard/domain';
import { useCallback } from 'react';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';

/** Returns live counts for the master controls of these flags. */
export function useControlsOf(flags: readonly Flag[]): MasterCounts {
  const count = useCallback(
    () =>
      countControls(
        flags.flatMap(({ id }) => {
          const view = flagStore.state(id)?.view;
          return view ? [{ view: { ...view, on: switchesOn(view) } }] : [];
        }),
      ),
    [flags],
  );
  return useLiveValue(count, isSame);
}

const isSame = (a: MasterCounts, b: MasterCounts) =>
  a.online === b.online &&
  a.locked === b.locked &&
  SWITCH_FIELDS.every((field) => a.on[field] === b.on[field]);
