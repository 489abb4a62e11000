import type { DailyRule } from '@halyard/domain';
import type { Context } from '../../../features/calls/context.ts';
import { updateLocation } from '../../../features/customers/locations/locations.ts';
import { announceRules } from '../../../features/halfStaff/autopilot/rules.ts';
import { PoleIndex } from '../../../features/halfStaff/poles/poleIndex.ts';
import { dryRun, switchEngine } from '../../../features/halfStaff/preview/dryRun.ts';

/**
 * The daily rules of the demo's locations, by location code. Locations that are not listed have no
 * daily rule.
 */
const DAILY_RULES: Record<string, DailyRule> = {
  'TW-HQ': 'always-up',
  'TW-VB': 'sunrise-sunset',
  'CR-HS': 'sunrise-sunset',
  'CR-SV': 'always-up',
};

/**
 * Sets the demo's daily rules and turns autopilot on, as users would.
 * @param locations maps location codes to IDs
 */
export async function turnAutopilotOn(
  ctx: Context,
  locations: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [code, id] of locations) {
    const dailyRule = DAILY_RULES[code];
    if (dailyRule) await updateLocation(ctx, id, { dailyRule });
  }
  // A new installation starts with the current rules, so it shows no notice about changed rules.
  await announceRules(ctx);
  const poles = new PoleIndex(ctx.db);
  const { digest } = await dryRun(ctx, poles);
  await switchEngine(ctx, poles, { isOn: true, digest });
}
