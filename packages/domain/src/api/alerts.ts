import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';
import { OUTAGE_KINDS } from '../alerts/outage.ts';
import { ALERT_SECTIONS, alertDefaults, alertSettings } from '../alerts/settings.ts';
import { poleRef } from '../halfStaff/preview/previewSchemas.ts';

/** One condition at one pole, from when it began until it was over. */
export const alert = z.object({
  id: z.string(),
  condition: z.enum(ALERT_CONDITIONS),
  pole: poleRef,
  cause: z.string(),
  /**
   * For an open alert of an offline pole: the other poles at its location, and how many of them also
   * have one. Null for other alerts.
   */
  neighbors: z.object({ all: z.number().int(), offline: z.number().int() }).nullable(),
  /**
   * When the condition began, in epoch milliseconds; for an offline pole, when it last reported.
   */
  since: z.number(),
  /** When the alert ended, in epoch milliseconds; null while it is open. */
  endedAt: z.number().nullable(),
  /** When the "started" mail was queued, in epoch milliseconds; null if not yet, or never. */
  toldAt: z.number().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Alerts that have ended, latest first. */
export const endedAlerts = z.object({
  alerts: z.array(alert),
  /** The cursor of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type EndedAlerts = z.infer<typeof endedAlerts>;

const place = z.object({ id: z.string(), name: z.string() });

/** Many poles that went offline together. Counts only poles that the caller may see. */
export const alertOutage = z.object({
  /**
   * The narrowest kind that the poles share. `fleet` means that they belong to several companies.
   */
  shared: z.enum(OUTAGE_KINDS),
  /** Null if the poles belong to several companies. */
  company: place.nullable(),
  /** Null if the poles are at several locations. */
  location: place.nullable(),
  /** Number of poles that went offline together and are still offline. */
  offline: z.number().int(),
  /** Number of all poles of the shared location, company or fleet, whether installed or not. */
  total: z.number().int(),
  /** When the last of the poles went silent: its last report, in epoch milliseconds. */
  at: z.number(),
  /** Number of companies and of locations that the poles belong to. */
  companies: z.number().int(),
  locations: z.number().int(),
});
export type AlertOutage = z.infer<typeof alertOutage>;

/** Whether alerts can be mailed, and to how many email addresses. */
const reach = {
  /** Without a mail server, alerts are only shown. */
  hasMailServer: z.boolean(),
  /**
   * When alerts are mailed that wait because the daily mail budget is used up, in epoch
   * milliseconds; null if none wait.
   */
  delayedUntil: z.number().nullable(),
  /** Number of email addresses that get alerts now. */
  recipients: z.number().int(),
};

/** A company's settings. */
export const companyAlerts = z.object({
  /** The settings in effect: the company's own, or the defaults. */
  settings: alertSettings,
  /** The sections that the company has customized. */
  own: z.array(z.enum(ALERT_SECTIONS)),
  /** Whether the company has customized nothing. */
  isDefault: z.boolean(),
  /** The values for sections that the company does not set itself. */
  defaults: alertSettings,
  ...reach,
});
export type CompanyAlerts = z.infer<typeof companyAlerts>;

/** The defaults for all companies, and the masters who are mailed about all of them. */
export const defaultAlerts = z.object({
  settings: alertDefaults,
  /** Whether no master has set defaults, so that the specification's limits are in effect. */
  isDefault: z.boolean(),
  /** The masters to choose from. */
  masters: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  ...reach,
});
export type DefaultAlerts = z.infer<typeof defaultAlerts>;

/** How many email addresses got the test mail. */
export const testMailSent = z.object({ recipients: z.number().int() });
