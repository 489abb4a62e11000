import path from 'node:path';
import { email, issuer, ROLES, type Role, SYSTEM_SETTINGS } from '@halyard/domain';
import { z } from 'zod';
import { FIREBASE_NAMES, type FirebaseSettings, readFirebaseSettings } from './firebaseSettings.ts';
import type { CertificateFiles, GivenSettings, SystemProvider } from './given.ts';
import { type UnknownSetting, unknownInFile } from './settingNames.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The minimum length of a shared secret, in characters. A random secret of this length is as hard
 * to guess as an encryption key.
 */
const MIN_SECRET = 32;

const { mailFrom, historyDays, activityDays, backupTime, backupDays } = SYSTEM_SETTINGS;

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65535, 'must be a port number');
const days = z.coerce
  .number({ error: 'must be a number of days' })
  .positive('must be more than 0')
  .max(3650, 'must be at most 3650');
const hours = z.coerce
  .number({ error: 'must be a number of hours' })
  .positive('must be more than 0')
  .max(24 * 3650, 'must be at most 87600');
/**
 * Parses a host name or `host:port`. Returns the host in lowercase and without the port; null if
 * the text is invalid.
 */
function hostOf(text: string): string | null {
  const url = `http://${text}`;
  const isHost = /^[^/?#@\s]+$/.test(text) && URL.canParse(url);
  return isHost ? new URL(url).hostname.replace(/\.$/, '') : null;
}

const asNumber = z.coerce.number({ error: 'must be a number' });

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 1 or 0' })
  .transform((value) => value === '1' || value === 'true');

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().min(1, 'must name a folder').default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((value) => new URL(value).origin)
    .optional(),
  ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => hostOf(host.trim())))
    .refine((hosts) => !hosts.includes(null), 'must be host names, separated by commas')
    .transform((hosts) => hosts.filter((host) => host !== null))
    .default([]),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' })
    .refine((url) => {
      const tls = new URL(url).searchParams.getAll('tls');
      return tls.every((value) => value === 'required');
    }, 'may have ?tls=required at its end, but no other tls value')
    .optional(),
  [mailFrom.name]: mailFrom.check.optional(),
  MAILS_PER_COMPANY: z.coerce
    .number({ error: 'must be a number of emails' })
    .int('must be a number of emails')
    .min(1, 'must be at least 1')
    .default(200),
  LEDGER_HEAD_TO: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every((address) => email.safeParse(address).success),
      'must be email addresses, separated by commas',
    )
    .optional(),
  PRODUCT_NAME: z.string().trim().min(1, 'must not be empty').max(60).default('Halyard'),
  DISPLAY_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language, such as fr or pt-BR')
    .default('en'),
  REALTIME: z
    .enum(['embedded', 'remote', 'firebase', 'off'], {
      error: 'must be embedded, remote, firebase or off',
    })
    .default('embedded'),
  REALTIME_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional(),
  REALTIME_SECRET: z
    .string()
    .min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`)
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_LABEL: z.string().trim().min(1).max(60).default('single sign-on'),
  SECRETS_KEY: z.string().min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`).optional(),
  REQUIRE_SECOND_FACTOR: z
    .string()
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES), { error: `must name roles of ${ROLES.join(', ')}` }))
    .default([]),
  OFFLINE_APP: flag.default(true),
  TRUST_PROXY: flag.default(false),
  METRICS_TOKEN: z
    .string()
    .min(MIN_SECRET, `must have at least ${MIN_SECRET} characters`)
    .optional(),
  WEBHOOK_PRIVATE_TARGETS: flag.default(false),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  SESSION_IDLE_DAYS: days.default(14),
  SESSION_MAX_DAYS: days.default(90),
  MASTER_SESSION_IDLE_HOURS: hours.default(12),
  MASTER_SESSION_MAX_DAYS: days.default(14),
  [historyDays.name]: asNumber.pipe(historyDays.check).optional(),
  [activityDays.name]: asNumber.pipe(activityDays.check).optional(),
  BACKUP_DIR: z.string().optional(),
  [backupTime.name]: backupTime.check.optional(),
  [backupDays.name]: asNumber.pipe(backupDays.check).optional(),
  PG_DUMP: z.string().default('pg_dump'),
});

/** All operator settings, after validation. Durations are in ms. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  publicUrl: string | null;
  /** Additional host names under which browsers may reach this server. */
  allowedHosts: string[];
  /**
   * Settings from environment variables, which masters cannot change in the console. A setting is
   * null if its variable is not set.
   */
  given: GivenSettings;
  /** The maximum number of emails per day that actions of one company's users can trigger. */
  mailsPerCompany: number;
  /** The email addresses that get the hash of the latest ledger entry each day. */
  ledgerHeadTo: string[];
  productName: string;
  /** The language of the console, emails and notices, as a BCP 47 tag. */
  displayLanguage: string;
  realtimeMode: 'embedded' | 'remote' | 'firebase' | 'off';
  /** The operator's Firebase project. Null unless REALTIME is `firebase`. */
  firebase: FirebaseSettings | null;
  /**
   * The URL of the process that runs the embedded realtime database. Null unless REALTIME is
   * `remote`.
   */
  realtimeUrl: string | null;
  /**
   * The secret that other processes of this installation use to sign in to the embedded realtime
   * database. Null if there are no other processes.
   */
  realtimeSecret: string | null;
  /**
   * The sign-in provider of the whole system, for users of all companies. Null if the system has no
   * provider.
   */
  systemProvider: SystemProvider | null;
  /** Whether other processes may be serving the API with the same data. */
  mayBeSeveral: boolean;
  /**
   * The key that encrypts two-factor secrets and sign-in provider secrets in the database. Null to
   * use a key file in DATA_DIR.
   */
  secretsKey: string | null;
  requireSecondFactor: Role[];
  logLevel: string;
  trustProxy: boolean;
  webhookPrivateTargets: boolean;
  /** The token that clients need to read `/metrics`. Null to turn the metrics off. */
  metricsToken: string | null;
  /** The TLS certificate files, if the server itself serves TLS. Null to serve plain HTTP. */
  tls: CertificateFiles | null;
  sessionIdleMs: number;
  sessionMaxMs: number;
  masterSessionIdleMs: number;
  masterSessionMaxMs: number;
  /** The path of `pg_dump`, or its name if it is on PATH. */
  pgDump: string;
  secureCookies: boolean;
  /** Whether browsers may store the console and the last known data for offline use. */
  offlineApp: boolean;
  isDemo: boolean;
}

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = [
  ...Object.keys(environment.shape),
  ...FIREBASE_NAMES,
];

/**
 * The error for an invalid setting. Its message is one sentence that says which setting is invalid.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings (docs/configuration.md). An empty value counts as not set.
 * @throws ConfigError about the first invalid setting, with the values that it accepts
 */
export function readConfig(env: NodeJS.ProcessEnv, options: { demo: boolean }): Config {
  const unknown = unknownInFile(env, SETTING_NAMES);
  if (unknown) throw new ConfigError(unknownText(unknown));
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    // The console shows these messages too, so they begin with a capital letter.
    const message = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
    throw new ConfigError(`${issue.path.join('.')} ${message}.`);
  }
  const settings = parsed.data;
  requireTogether(settings, options);
  return {
    port: settings.PORT,
    // The passwords of the demo are public, so by default it accepts connections only from this
    // machine.
    host: settings.HOST ?? (options.demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    allowedHosts: settings.ALLOWED_HOSTS,
    given: givenOf(settings),
    mailsPerCompany: settings.MAILS_PER_COMPANY,
    ledgerHeadTo: settings.LEDGER_HEAD_TO ?? [],
    productName: settings.PRODUCT_NAME,
    displayLanguage: settings.DISPLAY_LANGUAGE,
    realtimeMode: settings.REALTIME,
    firebase: settings.REALTIME === 'firebase' ? requireFirebase(given) : null,
    realtimeUrl: settings.REALTIME_URL ?? null,
    realtimeSecret: settings.REALTIME_SECRET ?? null,
    systemProvider: systemProviderOf(settings),
    mayBeSeveral: mayBeSeveral(settings),
    secretsKey: settings.SECRETS_KEY ?? null,
    requireSecondFactor: settings.REQUIRE_SECOND_FACTOR,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    metricsToken: settings.METRICS_TOKEN ?? null,
    webhookPrivateTargets: settings.WEBHOOK_PRIVATE_TARGETS,
    tls: tlsOf(settings),
    sessionIdleMs: settings.SESSION_IDLE_DAYS * DAY,
    sessionMaxMs: settings.SESSION_MAX_DAYS * DAY,
    masterSessionIdleMs: settings.MASTER_SESSION_IDLE_HOURS * HOUR,
    masterSessionMaxMs: settings.MASTER_SESSION_MAX_DAYS * DAY,
    pgDump: settings.PG_DUMP,
    secureCookies: settings.TLS_CERT !== undefined || isHttps(settings.PUBLIC_URL),
    offlineApp: settings.OFFLINE_APP,
    isDemo: options.demo,
  };
}

function unknownText({ file, name, line, meant }: UnknownSetting & { file: string }): string {
  if (line !== undefined)
    return `line ${line} of ${file} is not of the form ${meant ?? 'NAME'}=value.`;
  const advice = meant ? `Did you mean ${meant}?` : 'docs/configuration.md lists all settings.';
  return `${name} in ${file} is not a setting. ${advice}`;
}

/**
 * Checks settings that depend on each other. All processes of an installation need the same
 * PostgreSQL database and the same public URL, from which the name of the session cookie is
 * derived.
 * @throws ConfigError that says which setting is missing
 */
function requireTogether(settings: z.output<typeof environment>, options: { demo: boolean }): void {
  const isRemote = settings.REALTIME === 'remote';
  // These modes cannot be combined with the demo, whose poles use device keys and whose process
  // runs the realtime database.
  if ((isRemote || settings.REALTIME === 'firebase') && options.demo)
    throw new ConfigError(`REALTIME must not be ${settings.REALTIME} in the demo.`);
  const needsKey = settings.REQUIRE_SECOND_FACTOR.length > 0 && mayBeSeveral(settings);
  if (needsKey && settings.SECRETS_KEY === undefined)
    throw new ConfigError(
      'REQUIRE_SECOND_FACTOR needs SECRETS_KEY when more than one server process runs.',
    );
  if (!isRemote && settings.REALTIME_SECRET === undefined) return;
  const why = isRemote ? 'REALTIME=remote' : 'REALTIME_SECRET';
  const needed = isRemote
    ? (['REALTIME_URL', 'REALTIME_SECRET', 'DATABASE_URL', 'PUBLIC_URL'] as const)
    : (['DATABASE_URL', 'PUBLIC_URL'] as const);
  const missing = needed.find((name) => settings[name] === undefined);
  if (missing) throw new ConfigError(`${why} needs ${missing}, which is not set.`);
}

function systemProviderOf(settings: z.output<typeof environment>): SystemProvider | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL } = settings;
  if (OIDC_ISSUER === undefined) return null;
  if (OIDC_CLIENT_ID === undefined)
    throw new ConfigError('OIDC_CLIENT_ID must be set with OIDC_ISSUER.');
  if (OIDC_CLIENT_SECRET === undefined)
    throw new ConfigError('OIDC_CLIENT_SECRET must be set with OIDC_ISSUER.');
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    label: OIDC_LABEL,
  };
}

const mayBeSeveral = (settings: z.output<typeof environment>) =>
  settings.DATABASE_URL !== undefined &&
  (settings.REALTIME_SECRET !== undefined || settings.REALTIME === 'firebase');

function givenOf(settings: z.output<typeof environment>): GivenSettings {
  const { SMTP_URL, MAIL_FROM, BACKUP_DIR } = settings;
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    throw new ConfigError('MAIL_FROM must be set with SMTP_URL.');
  return {
    smtpUrl: SMTP_URL ?? null,
    mailFrom: MAIL_FROM ?? null,
    historyDays: settings.HISTORY_DAYS ?? null,
    activityDays: settings.ACTIVITY_DAYS ?? null,
    backupFolder: BACKUP_DIR === undefined ? null : path.resolve(BACKUP_DIR),
    backupTime: settings.BACKUP_TIME ?? null,
    backupDays: settings.BACKUP_DAYS ?? null,
  };
}

const isHttps = (url: string | undefined) => url?.startsWith('https:') ?? false;

function tlsOf({ TLS_CERT, TLS_KEY, PUBLIC_URL }: z.infer<typeof environment>): Config['tls'] {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return null;
  if (TLS_KEY === undefined) throw new ConfigError('TLS_KEY must be set with TLS_CERT.');
  if (TLS_CERT === undefined) throw new ConfigError('TLS_CERT must be set with TLS_KEY.');
  // The session cookie is `Secure` in this mode, so browsers do not send it over plain HTTP.
  if (PUBLIC_URL !== undefined && !isHttps(PUBLIC_URL))
    throw new ConfigError('PUBLIC_URL must begin with https:// when TLS_CERT is set.');
  return { cert: path.resolve(TLS_CERT), key: path.resolve(TLS_KEY) };
}

function requireFirebase(given: Record<string, string | undefined>): FirebaseSettings {
  const read = readFirebaseSettings(given);
  if ('fault' in read) throw new ConfigError(read.fault);
  return read.settings;
}
