import {
  type Flag,
  type FlagView,
  followsMasterControl,
  isLocked,
  masterControlIsOn,
  SWITCH_FIELDS,
  type SwitchField,
  type SwitchStates,
} from '@halyard/domain';
import type { FlagState } from '@/lib/realtime/flagStore.ts';

/** What the master controls cover, and what they show. */
export interface MasterSelection {
  /** Those that they move. */
  online: number;
  /** Online too, and left alone: someone works there. */
  locked: number;
  on: SwitchStates;
}

/** The controls' names; the domain's labels belong to single flags. */
export const MASTER_LABELS: Record<SwitchField, string> = {
  flagUp: 'All Up',
  flagDown: 'All Down',
  flagHalf: 'All Half',
  lamp: 'Lamp',
};

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

/** The companies whose flags a master control would move, by name. */
export function companiesTouched(
  flags: readonly Flag[],
  stateOf: (id: string) => FlagState | undefined,
): string[] {
  const names = new Map<string, string>();
  for (const { id, companyId, company } of flags) {
    const view = stateOf(id)?.view;
    if (view && followsMasterControl(view)) names.set(companyId, company);
  }
  return [...names.values()].sort((a, b) => a.localeCompare(b, 'en'));
}

/** "Acme, Birch and Cedar", "Acme, Birch, Cedar and 4 more". */
export function listNames(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}
