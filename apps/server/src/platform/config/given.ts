/**
 * Settings from environment variables, which masters cannot change in the console. A setting is
 * null if its variable is not set.
 */
export interface GivenSettings {
  smtpUrl: string | null;
  mailFrom: string | null;
  historyDays: number | null;
  activityDays: number | null;
  /** The absolute path of the backup folder. */
  backupFolder: string | null;
  backupTime: string | null;
  backupDays: number | null;
}

/**
 * The settings if no environment variable is set. Masters can then change all of them in the
 * console.
 */
export const NOTHING_GIVEN: GivenSettings = {
  smtpUrl: null,
  mailFrom: null,
  historyDays: null,
  activityDays: null,
  backupFolder: null,
  backupTime: null,
  backupDays: null,
};

/** The system-wide sign-in provider, as the operator has configured it. */
export interface SystemProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of the provider's button on the sign-in page. */
  label: string;
}

/**
 * The paths of two PEM files: one with the certificate and its chain, and one with the private key.
 */
export interface CertificateFiles {
  cert: string;
  key: string;
}
