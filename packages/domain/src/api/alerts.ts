import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';
import { OUTAGE_KINDS } from '../alerts/outage.ts';
import { ALERT_SECTIONS, alertDefaults, alertSettings } from '../alerts/settings.ts';
import { poleRef } from '../halfStaff/preview/previewSchemas.ts';
import { listPage } from './lists.ts';

/** One alert: a condition at one pole, from start to end. */
export const alert = z.object({
  id: z.string(),
  condition: z.enum(ALERT_CONDITIONS),
  pole: poleRef.extend({ locationId: z.string() }),
  cause: z.string(),
  /**
   * For an open offline alert: the number of other poles at its location, and how many of them also
   * have an open offline alert. Null for other alerts.
   */
  neighbors: z.object({ all: z.number().int(), offline: z.number().int() }).nullable(),
  /**
   * If the request has `perPole`: the conditions of the pole's other matching alerts, most urgent
   * first. Otherwise null.
   */
  otherConditions: z.array(z.enum(ALERT_CONDITIONS)).nullable(),
  /**
   * The time when the condition began, in epoch milliseconds; for an offline pole, the time of its
   * last report.
   */
  since: z.number(),
  /** The time when the alert ended, in epoch milliseconds; null while it is open. */
  endedAt: z.number().nullable(),
  /**
   * The time when the email about the start of the alert was queued, in epoch milliseconds; null if
   * it has not been queued yet or never will be.
   */
  toldAt: z.number().nullable(),
});
export type Alert = z.infer<typeof alert>;

export const alertPage = listPage(alert);

/** Ended alerts, latest first. */
export const endedAlerts = z.object({
  alerts: z.array(alert),
  /** The cursor of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type EndedAlerts = z.infer<typeof endedAlerts>;

const place = z.object({ id: z.string(), name: z.string() });

/** Several poles that went offline together. Poles that the caller may not see are left out. */
export const alertOutage = z.object({
  /**
   * The smallest group that includes all poles of the outage: one location, one company, or the
   * whole fleet.
   */
  shared: z.enum(OUTAGE_KINDS),
  /** The company that the outage affects; null if it affects several companies. */
  company: place.nullable(),
  /** The location that the outage affects; null if it affects several locations. */
  location: place.nullable(),
  /** Number of poles that went offline together and are still offline. */
  offline: z.number().int(),
  /**
   * Total number of poles in the affected location, company or fleet, including poles that are not
   * installed yet.
   */
  total: z.number().int(),
  /** The last report time of the pole that went offline most recently, in epoch milliseconds. */
  at: z.number(),
  /** Number of companies and locations that the outage affects. */
  companies: z.number().int(),
  locations: z.number().int(),
});
export type AlertOutage = z.infer<typeof alertOutage>;

/** Whether alerts can be mailed, and the number of addresses that get them. */
const reach = {
  /** Whether a mail server is configured. Without one, alerts are only shown in the console. */
  hasMailServer: z.boolean(),
  /**
   * The time when the alerts that exceed the daily email limit will be mailed, in epoch
   * milliseconds; null if no alerts are waiting.
   */
  delayedUntil: z.number().nullable(),
  /** Number of email addresses that currently get alerts. */
  recipients: z.number().int(),
};

/** A company's alert settings. */
export const companyAlerts = z.object({
  /**
   * The alert settings in effect. Sections that the company has not customized have the default
   * values.
   */
  settings: alertSettings,
  /** The sections of the alert settings that the company has customized. */
  own: z.array(z.enum(ALERT_SECTIONS)),
  /** Whether the company uses the default alert settings for all sections. */
  isDefault: z.boolean(),
  /**
   * The default alert settings, which are used for sections that the company has not customized.
   */
  defaults: alertSettings,
  ...reach,
});
export type CompanyAlerts = z.infer<typeof companyAlerts>;

/**
 * The alert defaults for all companies, and the masters who get emails about all companies' alerts.
 */
export const defaultAlerts = z.object({
  settings: alertDefaults,
  /**
   * Whether the specification's alert limits are in effect. False once a master has changed the
   * defaults.
   */
  isDefault: z.boolean(),
  /** The masters who can be chosen as recipients of alert emails. */
  masters: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  ...reach,
});
export type DefaultAlerts = z.infer<typeof defaultAlerts>;

/** Number of email addresses that the test email was sent to. */
export const testMailSent = z.object({ recipients: z.number().int() });
