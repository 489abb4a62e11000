import type { DailyRule } from '@halyard/domain';
import { updateCompany } from '../companies/companies.ts';
import type { Context } from '../context.ts';
import { dryRun, switchEngine } from '../halfStaff/dryRun/dryRun.ts';
import { updateLocation } from '../locations/locations.ts';

/** By code of the location; the others have none. */
const DAILY_RULES: Record<string, DailyRule> = {
  'TW-HQ': 'always-up',
  'TW-VB': 'sunrise-sunset',
  'PC-MC': 'always-up',
  'PC-BV': 'sunrise-sunset',
  'CR-HS': 'sunrise-sunset',
  'CR-SV': 'always-up',
};

/** What companies and a master do before half-staff runs by itself. @param locations code → id */
export async function turnHalfStaffOn(
  ctx: Context,
  companyIds: readonly string[],
  locations: ReadonlyMap<string, string>,
): Promise<void> {
  for (const id of companyIds) await updateCompany(ctx, id, { autoHalfMast: true });
  for (const [code, id] of locations) {
    const dailyRule = DAILY_RULES[code];
    if (dailyRule) await updateLocation(ctx, id, { dailyRule });
  }
  const { digest } = await dryRun(ctx);
  await switchEngine(ctx, { isOn: true, digest });
}
