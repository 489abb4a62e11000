/** What the environment gives of the settings that the console can change; null: nothing. */
export interface GivenSettings {
  smtpUrl: string | null;
  mailFrom: string | null;
  historyDays: number | null;
  activityDays: number | null;
  /** Absolute. */
  backupFolder: string | null;
  backupTime: string | null;
  backupDays: number | null;
}

/** Without any setting in the environment. */
export const NOTHING_GIVEN: GivenSettings = {
  smtpUrl: null,
  mailFrom: null,
  historyDays: null,
  activityDays: null,
  backupFolder: null,
  backupTime: null,
  backupDays: null,
};

/** The provider of the whole system, from the settings. */
export interface SystemProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On its button. */
  label: string;
}

/** Paths of PEM files: the certificate with its chain, and its private key. */
export interface CertificateFiles {
  cert: string;
  key: string;
}
