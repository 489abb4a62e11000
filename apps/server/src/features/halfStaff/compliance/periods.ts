import type { LedgerEntry } from '@halyard/domain';
import { type Plan, statesOf } from '../ledger/states.ts';

/** A period in which one order or day called for half-staff at a pole, in epoch milliseconds. */
export interface HalfStaffPeriod {
  key: string;
  /** The order's reason, or the name of the day. */
  title: string;
  from: number;
  until: number;
}

/**
 * Returns the periods in which half-staff was in effect at a pole, regardless of the pole's actual
 * position. A lock or hold does not interrupt a period, because the order remains in effect.
 * @param entries entries of one pole, in order
 * @param now end of a period that is still in effect, in epoch milliseconds
 */
export function periodsOf(entries: readonly LedgerEntry[], now: number): HalfStaffPeriod[] {
  const periods: HalfStaffPeriod[] = [];
  let open: HalfStaffPeriod | null = null;
  for (const { from, until, plan } of statesOf(entries, now)) {
    if (!plan.isPaused) open = opened(periods, open, plan, from);
    if (open) open.until = Math.max(open.until, until);
  }
  return periods;
}

/**
 * Returns the period that a plan continues or starts; null if the plan calls for a different
 * position.
 */
function opened(
  periods: HalfStaffPeriod[],
  open: HalfStaffPeriod | null,
  plan: Plan,
  from: number,
): HalfStaffPeriod | null {
  if (plan.position !== 'half') return null;
  if (open?.key === plan.key) return open;
  const title = plan.words.get(plan.key)?.title ?? '';
  const period = { key: plan.key, title, from, until: from };
  periods.push(period);
  return period;
}
