import type { FollowsChange, HalfStaffRelease, Pole } from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { planFollows } from '../autopilot/follows.ts';
import { findOrdersAndDays } from '../orders/ordersAndDays.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { releaseOf } from './release.ts';

/**
 * Returns which poles would move now if a company or location followed the given orders and
 * half-staff days.
 * @throws AppError `not-found` outside the caller's scope
 */
export async function followsEffect(
  ctx: Context,
  index: PoleIndex,
  companyId: string,
  chosen: FollowsChange,
): Promise<HalfStaffRelease> {
  const { queries } = ctx.db;
  await requireCompany(queries, requireScope(ctx, 'company.setAutoHalfMast'), companyId);
  const now = ctx.domainClock.now();
  const { followsOf } = await planFollows(queries, companyId, chosen, now);
  const facts = await findOrdersAndDays(queries, now);
  const after = (pole: Pole): Pole => ({
    ...pole,
    follows: followsOf(pole.locationId),
    releasedAt: now,
  });
  const scope = { kind: 'company', companyId } as const;
  return releaseOf(ctx, index, { scope, before: facts, facts, after }, now);
}
