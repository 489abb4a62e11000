import { SYSTEM_SETTINGS, type SystemSettingKey } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Trx } from '../../../../platform/database/tables/schema.ts';
import { AppError } from '../../../../platform/errors.ts';
import { recordActivity } from '../../../activity/record.ts';
import { type Context, change, requireScope } from '../../../calls/context.ts';
import { requireFreshSignIn } from '../../../identity/sessions/freshSignIn.ts';
import { type EffectiveSettings, effectiveSettings } from '../effective.ts';
import { readStored, type SettingsToStore, type StoredSettings, writeStored } from '../stored.ts';
import type { SystemSettings } from '../systemSettings.ts';

/** A change to settings: the values to store, and messages for the activity log. */
export interface SettingsChange {
  /** The new values of settings. Null removes a setting. Undefined leaves a setting unchanged. */
  store: SettingsToStore;
  /** Messages for the activity log about changes to secret values, such as the mail password. */
  notes?: string[];
}

/**
 * Changes settings for a master who has signed in recently, records the changes in the activity
 * log, and applies them in this process.
 * @param plan called with the stored and the effective settings; returns the values to store
 * @throws AppError `forbidden` with `PASSWORD_NEEDED`, and any error that `plan` throws
 */
export async function changeSettings(
  ctx: Context,
  system: SystemSettings,
  plan: (stored: StoredSettings, effective: EffectiveSettings) => SettingsChange,
): Promise<void> {
  requireScope(ctx, 'settings.manage');
  requireFreshSignIn(ctx);
  const { given } = system.parts;
  await change(ctx, async (trx) => {
    const stored = await readStored(trx);
    const before = effectiveSettings(given, stored);
    const { store, notes = [] } = plan(stored, before);
    await writeStored(trx, store);
    const after = effectiveSettings(given, await readStored(trx));
    await recordChange(trx, ctx, [...differences(before, after), ...notes]);
  });
  await system.refresh();
  system.parts.announce?.();
}

async function recordChange(trx: Trx, ctx: Context, fields: string[]): Promise<void> {
  if (fields.length === 0) return;
  await recordActivity(trx, ctx, {
    kind: 'settings.changed',
    companyId: null,
    subject: null,
    detail: { fields },
  });
}

/**
 * Checks that a setting can be changed.
 * @throws AppError `conflict` if an environment variable sets the value, because environment
 * variables take precedence
 */
export function requireNotGiven(effective: EffectiveSettings, key: SystemSettingKey): void {
  if (effective[key].source === 'environment')
    throw new AppError(
      'conflict',
      msg`The environment variable ${{ name: SYSTEM_SETTINGS[key].name }} sets this value. Change it there.`,
    );
}

/** Each setting's name and value, as the activity log shows them. */
const TEXTS: { [K in SystemSettingKey]: [name: string, text: (e: EffectiveSettings) => string] } = {
  mailServer: ['mail server', ({ mailServer: { value } }) => (value ? serverText(value) : 'none')],
  mailFrom: ['sender', ({ mailFrom }) => mailFrom.value ?? 'none'],
  historyDays: ['history kept', ({ historyDays }) => `${historyDays.value} days`],
  activityDays: ['activity kept', ({ activityDays }) => `${activityDays.value} days`],
  backupsOn: ['daily backups', ({ backupsOn }) => (backupsOn.value ? 'on' : 'off')],
  backupTime: ['time of backups', ({ backupTime }) => backupTime.value],
  backupDays: ['backups kept', ({ backupDays }) => `${backupDays.value} days`],
};

function serverText(server: NonNullable<EffectiveSettings['mailServer']['value']>): string {
  const { host, port, encryption, user } = server;
  return `${host}:${port} ${encryption}${user === null ? '' : ` as ${user}`}`;
}

function differences(before: EffectiveSettings, after: EffectiveSettings): string[] {
  return Object.values(TEXTS).flatMap(([name, text]) => {
    const [old, now] = [text(before), text(after)];
    return old === now ? [] : [`${name} ${old} → ${now}`];
  });
}
