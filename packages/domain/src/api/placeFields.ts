import { t } from '@halyard/messages';
import { z } from 'zod';
import { DAILY_RULES } from '../halfStaff/facts/dailyRule.ts';
import { isTimeZone } from '../time/timeZone.ts';

const NOT_LATITUDE = t`Latitude must be between -90 and 90`;
const NOT_LONGITUDE = t`Longitude must be between -180 and 180`;

export const dailyRule = z.enum(DAILY_RULES, t`Unknown daily rule`);

/**
 * A location's coordinates, time zone and daily rule. If coordinates or time zone are null, they
 * are derived from the ZIP code or state (`placeOf`).
 */
export const placeFields = {
  latitude: z.number(NOT_LATITUDE).min(-90, NOT_LATITUDE).max(90, NOT_LATITUDE).nullable(),
  longitude: z.number(NOT_LONGITUDE).min(-180, NOT_LONGITUDE).max(180, NOT_LONGITUDE).nullable(),
  timeZone: z.string().max(64).refine(isTimeZone, t`Unknown time zone`).nullable(),
  dailyRule,
};
