import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN } from '../fields.ts';
import {
  MAIL_ENCRYPTIONS,
  MAIL_TEST_OUTCOME_NAMES,
  mailServer,
  SETTING_SOURCES,
  SYSTEM_SETTINGS,
} from '../settings/declared.ts';

const source = z.enum(SETTING_SOURCES);
const sourced = <T extends z.ZodType>(value: T) => z.object({ value, source });

/** The state of the backups, from the process that makes them. Times are epoch milliseconds. */
export const backupReport = z.object({
  folder: z.string(),
  /** Free bytes on the folder's disk, rounded to two significant digits; null: not known. */
  freeBytes: z.number().nullable(),
  /** Why no backup can be made; null: no known problem. */
  problem: z.string().nullable(),
  /** The newest backup in the folder; null: there is none. */
  last: z.object({ at: z.number(), bytes: z.number() }).nullable(),
  /** The last attempt if it failed, else null. */
  failure: z.object({ at: z.number(), reason: z.string(), retryAt: z.number() }).nullable(),
  /** When the running backup began; null: none is running. */
  runningSince: z.number().nullable(),
});
export type BackupReport = z.infer<typeof backupReport>;

/** The mail server in effect. Values from the environment have their own checks. */
const shownServer = z.object({
  host: z.string(),
  port: z.number(),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  user: z.string().nullable(),
});

/** The installation's settings and their sources, for masters. Does not contain the password. */
export const systemSettings = z.object({
  mail: z.object({
    server: sourced(shownServer.nullable()),
    from: sourced(z.string().nullable()),
    /** `unreadable`: it was encrypted with another key. */
    password: z.enum(['none', 'set', 'unreadable']),
    /** False if there are several processes without a common key to encrypt it with. */
    canStorePassword: z.boolean(),
    /** Whether mails are shown instead of sent: in the demo without a mail server. */
    isShown: z.boolean(),
  }),
  retention: z.object({
    historyDays: sourced(z.number()),
    activityDays: sourced(z.number()),
  }),
  backups: z.object({
    isOn: sourced(z.boolean()),
    time: sourced(z.string()),
    days: sourced(z.number()),
    /** IANA name of the server's time zone, in which `time` is given. */
    timeZone: z.string(),
    /** Epoch milliseconds; null if none are scheduled. */
    nextAt: z.number().nullable(),
    /** Whether a backup is running or about to start. */
    isUnderWay: z.boolean(),
    /** Null: no process has reported yet. */
    report: backupReport.nullable(),
  }),
});
export type SystemSettings = z.infer<typeof systemSettings>;

/** A mail server as entered in the form. */
export const mailSettingsInput = z.object({
  ...mailServer.shape,
  /** Empty or absent: keeps the stored password, if nothing else about the server changes. */
  password: z
    .string()
    .max(500, t`At most 500 characters`)
    .refine(isPlainText, NOT_PLAIN)
    .default(''),
  /** Ignored if MAIL_FROM is set in the environment. */
  from: SYSTEM_SETTINGS.mailFrom.typed,
});
export type MailSettingsInput = z.infer<typeof mailSettingsInput>;

/** The settings to test; null: those in effect. */
export const mailTestInput = z.object({ settings: mailSettingsInput.nullable() });
export type MailTestInput = z.infer<typeof mailTestInput>;

export const mailTestResult = z.object({
  outcome: z.enum(MAIL_TEST_OUTCOME_NAMES),
  to: z.string(),
});
export type MailTestResult = z.infer<typeof mailTestResult>;

/** Absent fields stay as they are; null resets a field to its default. */
export const retentionInput = z.object({
  historyDays: SYSTEM_SETTINGS.historyDays.typed.nullable().optional(),
  activityDays: SYSTEM_SETTINGS.activityDays.typed.nullable().optional(),
  /** Required to reduce a number of days, which deletes entries permanently. */
  mayRemove: z.boolean().default(false),
});
export type RetentionInput = z.infer<typeof retentionInput>;

/** Absent fields stay as they are; null resets a field to its default. */
export const backupSettingsInput = z.object({
  isOn: SYSTEM_SETTINGS.backupsOn.typed.optional(),
  time: SYSTEM_SETTINGS.backupTime.typed.nullable().optional(),
  days: SYSTEM_SETTINGS.backupDays.typed.nullable().optional(),
  /** Required to reduce the number of days, which deletes older backups permanently. */
  mayRemove: z.boolean().default(false),
});
export type BackupSettingsInput = z.infer<typeof backupSettingsInput>;
