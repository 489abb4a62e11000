import {
  desiredStates,
  type Flag,
  followsMasterControl,
  masterControlStates,
  type SwitchField,
  withSwitch,
} from '@halyard/domain';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import type { Order, SavedBy } from '../commands.ts';
import { MASTER_LABELS } from '../masterSelection.ts';
import { bulkActions } from './bulkActions.ts';
import { commandMany } from './commandMany.ts';
import type { BulkItem } from './judge.ts';

export interface MasterResult {
  updated: number;
  failed: number;
  /** Of those that failed: by the server's word. */
  refused: number;
  /** How it went; by PATCH where any did. */
  path: SavedBy;
}

/**
 * One master control over these flags; offline ones are left out (spec §4), locked ones too. Which
 * poles did not follow is told by `bulkActions`.
 */
export async function commandAll(
  flags: readonly Flag[],
  field: SwitchField,
  by: string,
  label: string = MASTER_LABELS[field],
): Promise<MasterResult> {
  const orders: Order[] = [];
  const items: BulkItem[] = [];
  for (const flag of flags) {
    const state = flagStore.state(flag.id);
    const record = flagStore.record(flag.id);
    if (!state || !record) continue;
    const states = masterControlStates(record, state.view, field);
    const isAsked = followsMasterControl(state.view);
    if (isAsked) orders.push({ flag, states });
    const stage = isAsked ? 'sending' : 'not-asked';
    items.push({ flag, field, on: states[field], command: { stage } });
  }
  return run(bulkActions.begin(label, items), orders, by);
}

/** New commands for those poles of a bulk action that did not follow and can be asked again. */
export async function retryFailed(id: number, by: string): Promise<MasterResult> {
  const items = bulkActions.retryable(id);
  const orders: Order[] = [];
  for (const { flag, field, on } of items) {
    const record = flagStore.record(flag.id);
    if (record) orders.push({ flag, states: withSwitch(desiredStates(record), field, on) });
  }
  bulkActions.sending(id, items);
  return run(id, orders, by);
}

async function run(id: number, orders: readonly Order[], by: string): Promise<MasterResult> {
  const { outcomes, path } = await commandMany(orders, by);
  bulkActions.told(id, outcomes);
  const all = [...outcomes.values()];
  const failed = all.filter((one) => one.problem !== null);
  return {
    updated: all.length - failed.length,
    failed: failed.length,
    refused: failed.filter((one) => one.isRefused).length,
    path,
  };
}
