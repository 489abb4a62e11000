import { type SettingSource, SYSTEM_SETTINGS, type SystemSettingKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/**
 * Returns a hint that a value is set by the environment; undefined if it can be changed on this
 * page.
 */
export const fixedHint = (key: SystemSettingKey, source: SettingSource): string | undefined =>
  source === 'environment'
    ? t`Set in the server’s environment (${{ variable: SYSTEM_SETTINGS[key].name }})`
    : undefined;

/** Returns a note if all settings of a card have their default values; otherwise null. */
export function sourceText(sources: readonly SettingSource[]): string | null {
  if (sources.every((source) => source === 'default')) return t`Using defaults`;
  return null;
}

/**
 * Converts typed text to a number. Returns NaN for an empty field, so that the API contract rejects
 * the field with its own message.
 */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Formats a size: "4.1 MB". */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
