import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { HandlersOf } from '../../../calls/handlers.ts';
import type { Backups } from '../../backup/job.ts';
import type { SystemSettings } from '../systemSettings.ts';
import { backUpNow, setBackupSettings } from './backups.ts';
import { removeMailSettings, setMailSettings, testMailSettings } from './mail.ts';
import { setRetention } from './retention.ts';
import { getSystemSettings } from './view.ts';

export const settingsHandlers = (
  system: SystemSettings,
  backups: Backups,
  settings: MailSettings,
): HandlersOf<
  | 'getSystemSettings'
  | 'setMailSettings'
  | 'removeMailSettings'
  | 'testMailSettings'
  | 'setRetention'
  | 'setBackupSettings'
  | 'backUpNow'
> => ({
  getSystemSettings: ({ ctx }) => getSystemSettings(ctx, system),
  async setMailSettings({ ctx, body }) {
    await setMailSettings(ctx, system, body);
    return getSystemSettings(ctx, system);
  },
  async removeMailSettings({ ctx }) {
    await removeMailSettings(ctx, system);
    return getSystemSettings(ctx, system);
  },
  testMailSettings: ({ ctx, body }) => testMailSettings(ctx, system, settings, body),
  async setRetention({ ctx, body }) {
    await setRetention(ctx, system, body);
    return getSystemSettings(ctx, system);
  },
  async setBackupSettings({ ctx, body }) {
    await setBackupSettings(ctx, system, backups, body);
    return getSystemSettings(ctx, system);
  },
  async backUpNow({ ctx }) {
    await backUpNow(ctx, system, backups);
    return getSystemSettings(ctx, system);
  },
});
