import {
  type Flag,
  type FlagView,
  isLocked,
  masterControlIsOn,
  SWITCH_FIELDS,
  type SwitchStates,
} from '@halyard/domain';
import type { FlagState } from '@/lib/realtime/flagStore.ts';

/** The flags that the master controls cover, and the state that they show. */
export interface MasterSelection {
  /** The number of flags that the controls move. */
  online: number;
  /** The number of online flags that do not move, because they are locked. */
  locked: number;
  on: SwitchStates;
}

export function masterSelection(
  flags: readonly Flag[],
  stateOf: (id: string) => FlagState | undefined,
): MasterSelection {
  const views: FlagView[] = [];
  let locked = 0;
  for (const flag of flags) {
    const view = stateOf(flag.id)?.view;
    if (!view?.isOnline) continue;
    if (isLocked(view)) locked++;
    else views.push(view);
  }
  const on = {} as SwitchStates;
  for (const field of SWITCH_FIELDS) on[field] = masterControlIsOn(views, field);
  return { online: views.length, locked, on };
}

export function sameSelection(a: MasterSelection, b: MasterSelection): boolean {
  return (
    a.online === b.online &&
    a.locked === b.locked &&
    SWITCH_FIELDS.every((field) => a.on[field] === b.on[field])
  );
}
