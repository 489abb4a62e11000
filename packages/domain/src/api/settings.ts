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

/** The latest state of the backups, as the process that makes them reports it. Times in epoch milliseconds. */
export const backupReport = z.object({
  folder: z.string(),
  /** Of the disk with the folder, to two digits; null: not known. */
  freeBytes: z.number().nullable(),
  /** Why none can be made; null: nothing known. */
  problem: z.string().nullable(),
  /** The newest in the folder; null: there is none. */
  last: z.object({ at: z.number(), bytes: z.number() }).nullable(),
  /** The last try, where it failed. */
  failure: z.object({ at: z.number(), reason: z.string(), retryAt: z.number() }).nullable(),
  /** Since when one is being made; null: none is. */
  runningSince: z.number().nullable(),
});
export type BackupReport = z.infer<typeof backupReport>;

/** What the environment names was checked by its own rules. */
const shownServer = z.object({
  host: z.string(),
  port: z.number(),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  user: z.string().nullable(),
});

/** The settings of the installation that masters see, with their sources. The password is not among them. */
export const systemSettings = z.object({
  mail: z.object({
    server: sourced(shownServer.nullable()),
    from: sourced(z.string().nullable()),
    /** `unreadable`: it was encrypted with another key. */
    password: z.enum(['none', 'set', 'unreadable']),
    /** False where several processes have no common key to encrypt it with. */
    canStorePassword: z.boolean(),
    /** Without a mail server the demo shows mails instead of sending them. */
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
    /** IANA name of the server's time zone, which `time` is in. */
    timeZone: z.string(),
    /** Epoch milliseconds; null where none are scheduled. */
    nextAt: z.number().nullable(),
    /** One is being made, or about to be. */
    isUnderWay: z.boolean(),
    /** Null: no process has reported yet. */
    report: backupReport.nullable(),
  }),
});
export type SystemSettings = z.infer<typeof systemSettings>;

/** A mail server as it is typed. */
export const mailSettingsInput = z.object({
  ...mailServer.shape,
  /** Empty or absent: the stored one stays, where nothing else of the server changes. */
  password: z
    .string()
    .max(500, 'At most 500 characters')
    .refine(isPlainText, NOT_PLAIN)
    .default(''),
  /** Not used where MAIL_FROM is set in the environment. */
  from: SYSTEM_SETTINGS.mailFrom.typed,
});
export type MailSettingsInput = z.infer<typeof mailSettingsInput>;

/** Settings to be tried; null: those in effect. */
export const mailTestInput = z.object({ settings: mailSettingsInput.nullable() });
export type MailTestInput = z.infer<typeof mailTestInput>;

export const mailTestResult = z.object({
  outcome: z.enum(MAIL_TEST_OUTCOME_NAMES),
  to: z.string(),
});
export type MailTestResult = z.infer<typeof mailTestResult>;

/** What is absent stays; null goes back to the default. */
export const retentionInput = z.object({
  historyDays: SYSTEM_SETTINGS.historyDays.typed.nullable().optional(),
  activityDays: SYSTEM_SETTINGS.activityDays.typed.nullable().optional(),
  /** Needed where a number of days gets smaller: entries are removed for good. */
  mayRemove: z.boolean().default(false),
});
export type RetentionInput = z.infer<typeof retentionInput>;

/** What is absent stays; null goes back to the default. */
export const backupSettingsInput = z.object({
  isOn: SYSTEM_SETTINGS.backupsOn.typed.optional(),
  time: SYSTEM_SETTINGS.backupTime.typed.nullable().optional(),
  days: SYSTEM_SETTINGS.backupDays.typed.nullable().optional(),
  /** Needed where the number of days gets smaller: older backups are removed for good. */
  mayRemove: z.boolean().default(false),
});
export type BackupSettingsInput = z.infer<typeof backupSettingsInput>;
