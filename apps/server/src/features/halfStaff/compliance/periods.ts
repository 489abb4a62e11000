import type { LedgerEntry } from '@halyard/domain';
import { type Plan, statesOf } from '../ledger/states.ts';

/** A time in which one order or day asked for half-staff at a pole. Moments are epoch milliseconds. */
export interface HalfStaffPeriod {
  key: string;
  /** The order's reason, or the name of the day. */
  title: string;
  from: number;
  until: number;
}

/**
 * When half-staff was in effect at a pole, whatever the pole did. A lock or a hold does not interrupt it:
 * the order goes on beneath.
 * @param entries of one pole, in order
 * @param now epoch milliseconds at which one that is still in effect ends here
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

/** The period that a plan goes on with or begins; null: it asks for another position. */
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
