import type { LedgerEntry } from '@halyard/domain';
import { type Plan, statesOf } from '../ledger/states.ts';

/**
 * A period when a pole had to be at half-staff for one order or half-staff day, in epoch
 * milliseconds.
 */
export interface HalfStaffPeriod {
  key: string;
  /** The order's reason, or the name of the half-staff day. */
  title: string;
  from: number;
  until: number;
}

/**
 * Returns the periods when a pole had to be at half-staff, regardless of its actual position. A
 * lock or hold does not interrupt a period, because the order remains in effect.
 * @param entries ledger entries of one pole, oldest first
 * @param now the end of a period that is still in effect, in epoch milliseconds
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
 * Returns the half-staff period that continues or begins with this plan: the open period if it is
 * for the same order or half-staff day, and otherwise a new one. Null if the plan does not require
 * half-staff.
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
