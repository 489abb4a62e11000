import { t } from '@halyard/messages';
import { z } from 'zod';
import { isPlainText, NOT_PLAIN, required, requiredText, TIME_REQUIRED } from '../fields.ts';

/** How the connection to a mail server is encrypted. */
export const MAIL_ENCRYPTIONS = ['tls', 'starttls', 'starttls-if-offered'] as const;
export type MailEncryption = (typeof MAIL_ENCRYPTIONS)[number];

export const MAIL_ENCRYPTION_LABELS: Record<MailEncryption, string> = {
  tls: t`Implicit TLS`,
  starttls: t`STARTTLS required`,
  'starttls-if-offered': t`STARTTLS if available`,
};

/** The common ports of mail servers. */
export const MAIL_PORTS: Record<MailEncryption, number> = {
  tls: 465,
  starttls: 587,
  'starttls-if-offered': 25,
};

const HOST = /^[a-z\d]([a-z\d._-]*[a-z\d])?$|^[\da-f:.]*:[\da-f:.]+$/i;
const PORT = t`Port must be between 1 and 65535`;

/** The settings of a mail server, without the password. */
export const mailServer = z.object({
  /** The host name or IP address of the mail server. */
  host: requiredText(t`Server is required`, 253).regex(
    HOST,
    t`Must be a host name or an IP address, such as smtp.example.com`,
  ),
  port: z.number({ error: PORT }).int(PORT).min(1, PORT).max(65_535, PORT),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  /** The username for the mail server; null to send emails without signing in. */
  user: z
    .string()
    .trim()
    .max(200, t`At most 200 characters`)
    .refine(isPlainText, NOT_PLAIN)
    .nullable()
    .transform((value) => value || null),
});
export type MailServer = z.output<typeof mailServer>;

/**
 * Whether two sets of mail server settings are for the same server and user, so that a password
 * stored for one may be sent to the other.
 */
export const isSameMailServer = (one: MailServer, other: MailServer): boolean =>
  one.host.toLowerCase() === other.host.toLowerCase() &&
  one.port === other.port &&
  one.encryption === other.encryption &&
  one.user === other.user;

const SENDER_REQUIRED = t`Sender is required`;
const mailFrom = z
  .string({ error: SENDER_REQUIRED })
  .regex(
    /^[^<>]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
    t`Must be an email address, such as Flags <flags@example.com>`,
  );
const typedFrom = required(SENDER_REQUIRED).pipe(mailFrom);

const MOST_DAYS = 3650;
const days = z
  .number({ error: t`Must be a number of days` })
  .positive(t`Must be more than 0`)
  .max(MOST_DAYS, t`Must be at most ${{ most: MOST_DAYS }}`);
const typedDays = (least: number) => {
  const range = t`Must be ${{ least }} to ${{ most: MOST_DAYS }} days`;
  return z.number({ error: range }).int(range).min(least, range).max(MOST_DAYS, range);
};
/**
 * Minimum retention, in days, of the activity log and the poles' history. It prevents users from
 * erasing the record of recent actions.
 */
const LEAST_KEPT_DAYS = 30;

const timeOfDay = z
  .string({ error: TIME_REQUIRED })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Must be a time of day such as 03:10`);

/**
 * The settings that masters may change in the console unless the environment sets them. Each has
 * the name of its environment variable, a check for values, a stricter check for user input, and a
 * default.
 */
export const SYSTEM_SETTINGS = {
  mailServer: { name: 'SMTP_URL', check: mailServer, typed: mailServer, default: null },
  mailFrom: { name: 'MAIL_FROM', check: mailFrom, typed: typedFrom, default: null },
  /** Retention of the poles' history, in days. */
  historyDays: {
    name: 'HISTORY_DAYS',
    check: days,
    typed: typedDays(LEAST_KEPT_DAYS),
    default: 400,
  },
  /** Retention of the activity log, in days. */
  activityDays: {
    name: 'ACTIVITY_DAYS',
    check: days,
    typed: typedDays(LEAST_KEPT_DAYS),
    default: 400,
  },
  /** Whether daily backups are made. They are stored in the folder that the operator chose. */
  backupsOn: { name: 'BACKUP_DIR', check: z.boolean(), typed: z.boolean(), default: false },
  /** The time of the daily backup: HH:MM in the server's time zone. */
  backupTime: { name: 'BACKUP_TIME', check: timeOfDay, typed: timeOfDay, default: '03:10' },
  /** Retention of backups, in days. */
  backupDays: { name: 'BACKUP_DAYS', check: days, typed: typedDays(1), default: 14 },
} as const;
export type SystemSettingKey = keyof typeof SYSTEM_SETTINGS;
export type SystemSettingValue<K extends SystemSettingKey> = z.output<
  (typeof SYSTEM_SETTINGS)[K]['check']
>;

/**
 * The possible sources of a setting's value. The environment takes precedence over stored values.
 */
export const SETTING_SOURCES = ['environment', 'stored', 'default'] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** The outcomes of a test email. They reveal no more about a server than a mail client would. */
export const MAIL_TEST_OUTCOMES = {
  sent: t`The mail server accepted the email.`,
  refused: t`The mail server refused the connection.`,
  'no-answer': t`The mail server did not respond.`,
  'unknown-host': t`The mail server’s host name was not found.`,
  'not-smtp': t`The server is not a mail server, or expects different encryption.`,
  'no-starttls': t`The mail server does not offer STARTTLS.`,
  certificate: t`The mail server’s certificate is invalid or doesn’t match the host name.`,
  'login-refused': t`The mail server rejected the username or password.`,
  'sender-refused': t`The mail server rejected the sender address.`,
  'recipient-refused': t`The mail server rejected your email address.`,
  'mail-refused': t`The mail server rejected the email.`,
  failed: t`The connection to the mail server failed.`,
} as const;
export type MailTestOutcome = keyof typeof MAIL_TEST_OUTCOMES;
export const MAIL_TEST_OUTCOME_NAMES = Object.keys(MAIL_TEST_OUTCOMES) as MailTestOutcome[];
