/**
 * The environment's values for settings that the console can also change; null for each setting
 * that the environment does not set.
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

/** The values if the environment sets none of these settings. */
export const NOTHING_GIVEN: GivenSettings = {
  smtpUrl: null,
  mailFrom: null,
  historyDays: null,
  activityDays: null,
  backupFolder: null,
  backupTime: null,
  backupDays: null,
};

/** The system-wide sign-in provider, as configured by the operator. */
export interface SystemProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of the provider's button on the sign-in page. */
  label: string;
}

/** The paths of two PEM files: the certificate with its chain, and the private key. */
export interface CertificateFiles {
  cert: string;
  key: string;
}
