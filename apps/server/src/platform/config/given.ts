/**
 * Settings from environment variables that masters could otherwise change in the console. Null for
 * each one without a variable.
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

/** Settings from environment variables if none of these variables is set. */
export const NOTHING_GIVEN: GivenSettings = {
  smtpUrl: null,
  mailFrom: null,
  historyDays: null,
  activityDays: null,
  backupFolder: null,
  backupTime: null,
  backupDays: null,
};

/** The sign-in provider of the whole system, as the operator has configured it. */
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
