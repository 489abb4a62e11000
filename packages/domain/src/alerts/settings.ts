import { z } from 'zod';
import { email } from '../api/fields.ts';
import { ONLINE_SECONDS, VOLTAGE_ALERT_BELOW, VOLTAGE_ERROR_ABOVE } from '../flags/limits.ts';
import type { AlertCondition } from './conditions.ts';

/** Minutes of silence that an alert can ask for at least: before, the pole counts as online. */
export const LEAST_OFFLINE_MINUTES = ONLINE_SECONDS / 60;
const MOST_OFFLINE_MINUTES = 7 * 24 * 60;
/** Volts that a threshold may be set to at most. */
const MOST_VOLTS = 100;
/** Addresses of one company: bounds what one settings form can make us send. */
export const MOST_ADDRESSES = 20;

/** Whose accounts may be told, each of what it may see. */
export const ALERT_ROLES = ['company_user', 'location_user', 'employee'] as const;

const OFFLINE_RANGE = `Minutes must be ${LEAST_OFFLINE_MINUTES} to ${MOST_OFFLINE_MINUTES}`;
const VOLTS_RANGE = `Volts must be 0 to ${MOST_VOLTS}`;
const volts = z.number({ error: VOLTS_RANGE }).min(0, VOLTS_RANGE).max(MOST_VOLTS, VOLTS_RANGE);
const clockTime = z
  .string({ error: 'Time is required' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Time must be HH:MM');

/** Hours of each day, by the clock at the pole, in which no mail is sent; over midnight where `until` is earlier. */
export const quietHours = z
  .object({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from !== until, 'Quiet hours must begin and end at different times');
export type QuietHours = z.infer<typeof quietHours>;

/** What a company is told of, and who. */
export const alertSettings = z
  .object({
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
    /** An online pole's voltage outside of these is out of range. */
    voltageBelow: volts,
    voltageAbove: volts,
    quietHours: quietHours.nullable(),
    roles: z.array(z.enum(ALERT_ROLES)).max(ALERT_ROLES.length),
    addresses: z.array(email).max(MOST_ADDRESSES, `At most ${MOST_ADDRESSES} addresses`),
  })
  .refine(({ voltageBelow, voltageAbove }) => voltageBelow < voltageAbove, {
    error: 'The lower voltage must be below the upper one',
    path: ['voltageAbove'],
  });
export type AlertSettings = z.infer<typeof alertSettings>;

/** Of a company that has set nothing. */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  on: {
    offline: true,
    voltage: true,
    'not-confirmed': false,
    'movement-failed': true,
    'wrong-position': true,
  },
  offlineMinutes: 15,
  voltageBelow: VOLTAGE_ALERT_BELOW,
  voltageAbove: VOLTAGE_ERROR_ABOVE,
  quietHours: null,
  roles: ['company_user'],
  addresses: [],
};
