import path from 'node:path';
import {
  type MailServer,
  type SettingSource,
  SYSTEM_SETTINGS,
  type SystemSettingKey,
  type SystemSettingValue,
} from '@halyard/domain';
import type { GivenSettings } from '../../../platform/config/given.ts';
import { serverOfUrl } from '../../../platform/mail/smtpUrl.ts';
import type { StoredSettings } from './stored.ts';

export interface Sourced<T> {
  value: T;
  source: SettingSource;
}

type Effective<K extends SystemSettingKey> = Sourced<
  SystemSettingValue<K> | (typeof SYSTEM_SETTINGS)[K]['default']
>;

/** Each setting's current value, and where it comes from. */
export type EffectiveSettings = { [K in SystemSettingKey]: Effective<K> };

/**
 * Combines settings: environment variables take precedence over stored values, and stored values
 * over defaults.
 */
export function effectiveSettings(given: GivenSettings, stored: StoredSettings): EffectiveSettings {
  const { mail } = stored;
  const server: MailServer | null = given.smtpUrl === null ? null : serverOfUrl(given.smtpUrl);
  return {
    mailServer: pick('mailServer', server, mail?.server ?? null),
    mailFrom: pick('mailFrom', given.mailFrom, mail?.from ?? null),
    historyDays: pick('historyDays', given.historyDays, stored.historyDays),
    activityDays: pick('activityDays', given.activityDays, stored.activityDays),
    backupsOn: pick('backupsOn', given.backupFolder === null ? null : true, stored.backupsOn),
    backupTime: pick('backupTime', given.backupTime, stored.backupTime),
    backupDays: pick('backupDays', given.backupDays, stored.backupDays),
  };
}

function pick<K extends SystemSettingKey>(
  key: K,
  given: SystemSettingValue<K> | null,
  stored: SystemSettingValue<K> | null,
): Effective<K> {
  if (given !== null) return { value: given, source: 'environment' };
  if (stored !== null) return { value: stored, source: 'stored' };
  return { value: SYSTEM_SETTINGS[key].default, source: 'default' };
}

/** When and where backups are made. The folder cannot be set in the console. */
export interface BackupPlan {
  /** Whether daily backups are turned on. */
  isOn: boolean;
  /** The folder for backups, as an absolute path. */
  folder: string;
  /** The time of the daily backup in minutes after midnight, in the server's local time. */
  minuteOfDay: number;
  /** The number of days that backups are kept. */
  days: number;
}

/** The name of the backup folder in DATA_DIR. Used if BACKUP_DIR is not set. */
const BACKUP_FOLDER = 'backups';

export const backupPlanOf = (
  { backupsOn, backupTime, backupDays }: EffectiveSettings,
  { given, dataDir }: { given: GivenSettings; dataDir: string },
): BackupPlan => ({
  isOn: backupsOn.value,
  folder: given.backupFolder ?? path.join(dataDir, BACKUP_FOLDER),
  minuteOfDay: Number(backupTime.value.slice(0, 2)) * 60 + Number(backupTime.value.slice(3)),
  days: backupDays.value,
});
