import {
  type AlertSettings,
  effectiveSettings,
  type VoltageLimits,
  voltageLimitsOf,
} from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { findDefaults } from './alertDefaults.ts';

/** Returns a company's own alert settings, or the defaults for all companies if it has none. */
export type AlertSettingsOf = (companyId: string) => AlertSettings;

export async function findAlertSettings(queries: Queries): Promise<AlertSettingsOf> {
  const { byDefault, own } = await findAllAlertSettings(queries);
  return (companyId) => own.get(companyId) ?? byDefault;
}

/**
 * The alert settings of each company that has its own, by company ID, and the settings for all
 * other companies.
 */
export interface AllAlertSettings {
  byDefault: AlertSettings;
  own: ReadonlyMap<string, AlertSettings>;
}

export async function findAllAlertSettings(queries: Queries): Promise<AllAlertSettings> {
  const { settings: defaults } = await findDefaults(queries);
  const rows = await queries.selectFrom('alert_settings').select(['company_id', 'body']).execute();
  return {
    byDefault: effectiveSettings(undefined, defaults),
    own: new Map(
      rows.map(({ company_id, body }) => [company_id, effectiveSettings(body, defaults)]),
    ),
  };
}

/** Returns a function that looks up a company's voltage limits. */
export async function findVoltageLimits(
  queries: Queries,
): Promise<(companyId: string) => VoltageLimits> {
  const settingsOf = await findAlertSettings(queries);
  const known = new Map<string, VoltageLimits>();
  return (companyId) => {
    const limits = known.get(companyId) ?? voltageLimitsOf(settingsOf(companyId));
    known.set(companyId, limits);
    return limits;
  };
}
