import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditions.ts';
import { alertSettings } from '../alerts/settings.ts';
import { poleRef } from './halfStaff.ts';

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

/** A company's settings. */
export const companyAlerts = z.object({
  settings: alertSettings,
  /** Nobody has set anything: these are the defaults. */
  isDefault: z.boolean(),
  /** Without a mail server alerts are shown, and nobody is mailed. */
  hasMailServer: z.boolean(),
  /**
   * Epoch milliseconds at which mails go on, where alerts wait because the daily mail budget is used up;
   * null: none wait.
   */
  delayedUntil: z.number().nullable(),
  /** Addresses that are mailed now: the given ones and those of the chosen roles' accounts. */
  recipients: z.number().int(),
});
export type CompanyAlerts = z.infer<typeof companyAlerts>;

/** How many were mailed. */
export const testMailSent = z.object({ recipients: z.number().int() });
