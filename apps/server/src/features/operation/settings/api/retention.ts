import type { RetentionInput } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../../platform/errors.ts';
import type { Context } from '../../../calls/context.ts';
import { type EffectiveSettings, effectiveSettings } from '../effective.ts';
import type { SettingsToStore, StoredSettings } from '../stored.ts';
import type { SystemSettings } from '../systemSettings.ts';
import { changeSettings, requireNotGiven } from './change.ts';

/**
 * Sets how long history and the activity log are kept.
 * @throws AppError `conflict` if an environment variable sets the value, or if older data would be
 * deleted and the caller has not confirmed the deletion
 */
export function setRetention(
  ctx: Context,
  system: SystemSettings,
  { mayRemove, ...days }: RetentionInput,
): Promise<void> {
  return changeSettings(ctx, system, (stored, effective) => {
    const keys = (['historyDays', 'activityDays'] as const).filter(
      (key) => days[key] !== undefined,
    );
    for (const key of keys) requireNotGiven(effective, key);
    requireLeave(keys, { before: effective, after: withStored(system, stored, days), mayRemove });
    return { store: days };
  });
}

/** Returns the settings that will be in effect once these values are stored. */
export const withStored = (
  { parts }: SystemSettings,
  stored: StoredSettings,
  store: SettingsToStore,
): EffectiveSettings => {
  const set = Object.entries(store).filter(([, value]) => value !== undefined);
  return effectiveSettings(parts.given, { ...stored, ...Object.fromEntries(set) });
};

/**
 * Checks that the caller has confirmed the deletion of older data, if the new values shorten a
 * retention period.
 * @throws AppError `conflict` if the caller has not confirmed it
 */
export function requireLeave(
  keys: readonly ('historyDays' | 'activityDays' | 'backupDays')[],
  {
    before,
    after,
    mayRemove,
  }: { before: EffectiveSettings; after: EffectiveSettings; mayRemove: boolean },
): void {
  const isFewer = keys.some((key) => after[key].value < before[key].value);
  if (isFewer && !mayRemove)
    throw new AppError(
      'conflict',
      msg`Keeping data for fewer days permanently deletes older data. Confirm the deletion first.`,
    );
}
