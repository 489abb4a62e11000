import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditions.ts';
import { OUTAGE_KINDS } from '../alerts/outage.ts';
import { ALERT_SECTIONS, alertDefaults, alertSettings } from '../alerts/settings.ts';
import { poleRef } from '../halfStaff/preview/previewSchemas.ts';

/** One condition at one pole, from when it began until it was over. */
export const alert = z.object({
  id: z.string(),
  condition: z.enum(ALERT_CONDITIONS),
  pole: poleRef,
  cause: z.string(),
  /** Epoch milliseconds since which the condition holds: of an offline pole, when it was last heard. */
  since: z.number(),
  /** Epoch milliseconds; null while it is open. */
  endedAt: z.number().nullable(),
  /** Epoch milliseconds at which a mail that it began was queued; null: nobody was mailed, or not yet. */
  toldAt: z.number().nullable(),
});
export type Alert = z.infer<typeof alert>;

/** Alerts that are over, the latest first. */
export const endedAlerts = z.object({
  alerts: z.array(alert),
  /** For the next page; null on the last one. */
  next: z.string().nullable(),
});
export type EndedAlerts = z.infer<typeof endedAlerts>;

const place = z.object({ id: z.string(), name: z.string() });

/** Many poles that went offline together, as far as the caller sees poles. */
export const alertOutage = z.object({
  /** The narrowest thing that they share; `fleet`: nothing narrower than being seen by the caller. */
  shared: z.enum(OUTAGE_KINDS),
  /** Null where they are of several companies. */
  company: place.nullable(),
  /** Null where they are at several locations. */
  location: place.nullable(),
  /** Poles that went offline together and still are. */
  offline: z.number().int(),
  /** All poles of what they share, installed or not. */
  total: z.number().int(),
  /** Epoch milliseconds at which the last of them was last heard from. */
  at: z.number(),
  /** Of how many companies, and at how many locations, they are. */
  companies: z.number().int(),
  locations: z.number().int(),
});
export type AlertOutage = z.infer<typeof alertOutage>;

/** Whether alerts can be mailed, and to how many. */
const reach = {
  /** Without a mail server alerts are only shown. */
  hasMailServer: z.boolean(),
  /**
   * Epoch milliseconds at which mails go on, where alerts wait because the daily mail budget is used up;
   * null: none wait.
   */
  delayedUntil: z.number().nullable(),
  /** Addresses that are mailed now. */
  recipients: z.number().int(),
};

/** A company's settings. */
export const companyAlerts = z.object({
  /** Those in effect: its own, else the defaults. */
  settings: alertSettings,
  /** The sections that it has set itself. */
  own: z.array(z.enum(ALERT_SECTIONS)),
  /** It has set nothing itself. */
  isDefault: z.boolean(),
  /** What the sections that are not its own follow. */
  defaults: alertSettings,
  ...reach,
});
export type CompanyAlerts = z.infer<typeof companyAlerts>;

/** The defaults for all companies, and the masters who are mailed about all of them. */
export const defaultAlerts = z.object({
  settings: alertDefaults,
  /** Nobody has set anything: the limits are the specification's. */
  isDefault: z.boolean(),
  /** The masters to choose from. */
  masters: z.array(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  ...reach,
});
export type DefaultAlerts = z.infer<typeof defaultAlerts>;

/** How many were mailed. */
export const testMailSent = z.object({ recipients: z.number().int() });
