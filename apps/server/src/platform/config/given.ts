/** The environment's values for settings that the console can change; null where it sets none. */
export interface GivenSettings {
  smtpUrl: string | null;
  mailFrom: string | null;
  historyDays: number | null;
  activityDays: number | null;
  /** An absolute path. */
  backupFolder: string | null;
  backupTime: string | null;
  backupDays: number | null;
}

/** The values if the environment sets nothing. */
export const NOTHING_GIVEN: GivenSettings = {
  smtpUrl: null,
  mailFrom: null,
  historyDays: null,
  activityDays: null,
  backupFolder: null,
  backupTime: null,
  backupDays: null,
};

/** The sign-in provider of the whole system, from the settings. */
export interface SystemProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of its button on the sign-in page. */
  label: string;
}

/** Paths of PEM files: the certificate with its chain, and the private key. */
export interface CertificateFiles {
  cert: string;
  key: string;
}
