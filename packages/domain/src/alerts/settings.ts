import { plural, t } from '@halyard/messages';
import { z } from 'zod';
import { email, TIME_REQUIRED } from '../fields.ts';
import { ONLINE_SECONDS, SPECIFIED_VOLTAGE_LIMITS, type VoltageLimits } from '../flags/limits.ts';
import { numberText } from '../language/numbers.ts';
import { ROLE_FACTS, ROLES } from '../people/roles.ts';
import { rolesReaching } from '../policy/accounts.ts';
import type { AlertCondition } from './conditionNames.ts';

/**
 * The minimum value of the alert setting "Offline for (minutes)". A pole counts as offline after
 * this many minutes without a report.
 */
export const LEAST_OFFLINE_MINUTES = ONLINE_SECONDS / 60;
const MOST_OFFLINE_MINUTES = 7 * 24 * 60;
/** The highest allowed voltage limit, in volts. */
const MOST_VOLTS = 100;
/**
 * Maximum number of alert email addresses per company. Limits how many emails one alert can cause.
 */
export const MOST_ADDRESSES = 20;

/**
 * The roles that can receive alerts. Each account receives alerts only about poles that it may see.
 */
export const ALERT_ROLES = ROLES.filter((role) => ROLE_FACTS[role].belongsTo !== 'nothing');

const OFFLINE_RANGE = t`Minutes must be between ${{ least: LEAST_OFFLINE_MINUTES }} and ${{ most: numberText(MOST_OFFLINE_MINUTES) }}`;
const VOLTS_RANGE = t`Volts must be between 0 and ${{ most: MOST_VOLTS }}`;
const volts = z.number({ error: VOLTS_RANGE }).min(0, VOLTS_RANGE).max(MOST_VOLTS, VOLTS_RANGE);
const clockTime = z
  .string({ error: TIME_REQUIRED })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Time must be HH:MM`);

/**
 * The daily hours, in the pole's local time, during which no alert emails are sent. They span
 * midnight if `until` is earlier than `from`.
 */
export const quietHours = z
  .object({ from: clockTime, until: clockTime })
  .refine(
    ({ from, until }) => from !== until,
    t`Quiet hours must begin and end at different times`,
  );
export type QuietHours = z.infer<typeof quietHours>;

const fields = {
  on: z.object({
    offline: z.boolean(),
    voltage: z.boolean(),
    'not-confirmed': z.boolean(),
    'movement-failed': z.boolean(),
    'wrong-position': z.boolean(),
  } satisfies Record<AlertCondition, z.ZodType>),
  offlineMinutes: z
    .number({ error: OFFLINE_RANGE })
    .int(OFFLINE_RANGE)
    .min(LEAST_OFFLINE_MINUTES, OFFLINE_RANGE)
    .max(MOST_OFFLINE_MINUTES, OFFLINE_RANGE),
  /**
   * The voltage limits, in volts. An online pole's voltage is out of range if it is below
   * `voltageBelow` or above `voltageAbove`.
   */
  voltageBelow: volts,
  voltageAbove: volts,
  quietHours: quietHours.nullable(),
  roles: z.array(z.enum(ALERT_ROLES)).max(ALERT_ROLES.length),
  addresses: z
    .array(email)
    .max(
      MOST_ADDRESSES,
      t`${plural({ most: MOST_ADDRESSES }, { one: 'At most # address', other: 'At most # addresses' })}`,
    ),
};

type VoltageRange = { voltageBelow: number; voltageAbove: number };
const isRange = ({ voltageBelow, voltageAbove }: VoltageRange) => voltageBelow < voltageAbove;
const RANGE_ERROR = {
  error: t`The lower voltage limit must be below the upper limit`,
  path: ['voltageAbove'],
};

/**
 * A company's alert settings: the alerts that it gets, when it gets them, and who receives the
 * emails.
 */
export const alertSettings = z.object(fields).refine(isRange, RANGE_ERROR);
export type AlertSettings = z.infer<typeof alertSettings>;

/**
 * The sections of the alert settings. A company either customizes a whole section or uses its
 * default values.
 */
export const ALERT_SECTIONS = ['limits', 'quietHours', 'recipients'] as const;
export type AlertSection = (typeof ALERT_SECTIONS)[number];

const SECTION_FIELDS = {
  limits: ['on', 'offlineMinutes', 'voltageBelow', 'voltageAbove'],
  quietHours: ['quietHours'],
  recipients: ['roles', 'addresses'],
} as const satisfies Record<AlertSection, readonly (keyof AlertSettings)[]>;

/**
 * A company's new alert settings. Values in sections that `own` does not list are ignored, because
 * those sections use the defaults.
 */
export const ownAlertSettings = z
  .object({
    ...fields,
    /** The sections of the alert settings that the company customizes; all sections by default. */
    own: z
      .array(z.enum(ALERT_SECTIONS))
      .max(ALERT_SECTIONS.length)
      .default([...ALERT_SECTIONS]),
  })
  .refine(isRange, RANGE_ERROR);
export type OwnAlertSettings = z.infer<typeof ownAlertSettings>;

/** Maximum number of masters who can get the emails about the alerts of all companies. */
const MOST_MASTERS = 100;

/** The alert defaults for all companies. Masters set them. */
export const alertDefaults = z
  .object({
    ...fields,
    /** IDs of the masters who are mailed about the alerts of all companies. */
    masters: z.array(z.string().max(100)).max(MOST_MASTERS),
  })
  .refine(isRange, RANGE_ERROR);
export type AlertDefaults = z.infer<typeof alertDefaults>;

/** A company's stored alert settings: only the fields of the sections that it customizes. */
export type StoredAlertSettings = Partial<AlertSettings>;

/** Returns only those fields of the alert settings that belong to the given sections. */
export function settingsOfSections(
  settings: AlertSettings,
  sections: readonly AlertSection[],
): StoredAlertSettings {
  const names = sections.flatMap(
    (section): readonly (keyof AlertSettings)[] => SECTION_FIELDS[section],
  );
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}

/** Returns the sections of the alert settings that a company has customized. */
export const ownSections = (stored: StoredAlertSettings): AlertSection[] =>
  ALERT_SECTIONS.filter((section) => stored[SECTION_FIELDS[section][0]] !== undefined);

/**
 * Returns the alert settings in effect for a company. Sections that it has not customized have the
 * default values.
 */
export function effectiveSettings(
  stored: StoredAlertSettings | undefined,
  defaults: AlertSettings,
): AlertSettings {
  const settings = { ...defaults, ...stored };
  // Settings stored before a condition was introduced do not include that condition, so use its
  // default.
  return { ...settings, on: { ...DEFAULT_ALERT_SETTINGS.on, ...settings.on } };
}

/**
 * The default alert settings, with the specification's limits. Used until a master changes the
 * defaults.
 */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  on: {
    offline: true,
    voltage: true,
    'not-confirmed': false,
    'movement-failed': true,
    'wrong-position': true,
  },
  offlineMinutes: 15,
  voltageBelow: SPECIFIED_VOLTAGE_LIMITS.below,
  voltageAbove: SPECIFIED_VOLTAGE_LIMITS.above,
  quietHours: null,
  roles: rolesReaching('alert.manage', 'company'),
  addresses: [],
};

export const voltageLimitsOf = ({
  voltageBelow,
  voltageAbove,
}: Pick<AlertSettings, 'voltageBelow' | 'voltageAbove'>): VoltageLimits => ({
  below: voltageBelow,
  above: voltageAbove,
});
