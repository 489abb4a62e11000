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

/** The state of backups, reported by the process that makes them. Times are epoch milliseconds. */
export const backupReport = z.object({
  folder: z.string(),
  /**
   * Free space, in bytes, on the disk with the backup folder, rounded to two significant digits;
   * null if unknown.
   */
  freeBytes: z.number().nullable(),
  /** The reason why backups cannot be made; null if there is no known problem. */
  problem: z.string().nullable(),
  /** The newest backup in the backup folder; null if there is none. */
  last: z.object({ at: z.number(), bytes: z.number() }).nullable(),
  /** The last backup attempt, if it failed; otherwise null. */
  failure: z.object({ at: z.number(), reason: z.string(), retryAt: z.number() }).nullable(),
  /** The time when the current backup started; null if none is running. */
  runningSince: z.number().nullable(),
});
export type BackupReport = z.infer<typeof backupReport>;

/**
 * The mail server in effect. This schema does not validate the values, which may come from
 * environment variables.
 */
const shownServer = z.object({
  host: z.string(),
  port: z.number(),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  user: z.string().nullable(),
});

/**
 * The installation's settings, and where each value comes from. Only masters see them. The mail
 * server's password is never included.
 */
export const systemSettings = z.object({
  mail: z.object({
    server: sourced(shownServer.nullable()),
    from: sourced(z.string().nullable()),
    /** Whether a password is stored; `unreadable` if it was encrypted with a different key. */
    password: z.enum(['none', 'set', 'unreadable']),
    /**
     * Whether a password can be stored. False if several server processes run without a shared key
     * to encrypt it with.
     */
    canStorePassword: z.boolean(),
    /**
     * Whether emails are shown in the console instead of being sent, as in a demo without a mail
     * server.
     */
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
    /** IANA name of the server's time zone, which also applies to `time`. */
    timeZone: z.string(),
    /**
     * The time when the next backup is due, in epoch milliseconds; null if no backups are
     * scheduled.
     */
    nextAt: z.number().nullable(),
    /** Whether a backup is running or about to start. */
    isUnderWay: z.boolean(),
    /** The latest report about backups; null if no process has sent one yet. */
    report: backupReport.nullable(),
  }),
});
export type SystemSettings = z.infer<typeof systemSettings>;

/** A mail server as entered in the form. */
export const mailSettingsInput = z.object({
  ...mailServer.shape,
  /**
   * The new password; empty or omitted to keep the stored one. The stored password can be kept only
   * if the server, port, encryption and user stay the same.
   */
  password: z
    .string()
    .max(500, t`At most 500 characters`)
    .refine(isPlainText, NOT_PLAIN)
    .default(''),
  /** The sender of all emails. Ignored if MAIL_FROM is set in the environment. */
  from: SYSTEM_SETTINGS.mailFrom.typed,
});
export type MailSettingsInput = z.infer<typeof mailSettingsInput>;

/** The mail settings to test; null to test the settings in effect. */
export const mailTestInput = z.object({ settings: mailSettingsInput.nullable() });
export type MailTestInput = z.infer<typeof mailTestInput>;

export const mailTestResult = z.object({
  outcome: z.enum(MAIL_TEST_OUTCOME_NAMES),
  to: z.string(),
});
export type MailTestResult = z.infer<typeof mailTestResult>;

/**
 * Changes to the retention settings. Omitted fields stay as they are; null resets a field to its
 * default.
 */
export const retentionInput = z.object({
  historyDays: SYSTEM_SETTINGS.historyDays.typed.nullable().optional(),
  activityDays: SYSTEM_SETTINGS.activityDays.typed.nullable().optional(),
  /**
   * Confirms that old entries of the activity log and of the poles' history may be permanently
   * deleted. Required to shorten the retention.
   */
  mayRemove: z.boolean().default(false),
});
export type RetentionInput = z.infer<typeof retentionInput>;

/**
 * Changes to the backup settings. Omitted fields stay as they are; null resets a field to its
 * default.
 */
export const backupSettingsInput = z.object({
  isOn: SYSTEM_SETTINGS.backupsOn.typed.optional(),
  time: SYSTEM_SETTINGS.backupTime.typed.nullable().optional(),
  days: SYSTEM_SETTINGS.backupDays.typed.nullable().optional(),
  /**
   * Confirms that older backups may be permanently deleted. Required to shorten the retention of
   * backups.
   */
  mayRemove: z.boolean().default(false),
});
export type BackupSettingsInput = z.infer<typeof backupSettingsInput>;
