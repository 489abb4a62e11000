import { type SettingSource, SYSTEM_SETTINGS, type SystemSettingKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** Returns where a value is set if it cannot be changed on this page; undefined if it can. */
export const fixedHint = (key: SystemSettingKey, source: SettingSource): string | undefined =>
  source === 'environment'
    ? t`Set in the server’s environment (${{ variable: SYSTEM_SETTINGS[key].name }})`
    : undefined;

/** Returns a note about all settings of a card; null if each setting has a separate note. */
export function sourceText(sources: readonly SettingSource[]): string | null {
  if (sources.every((source) => source === 'default')) return t`Using defaults`;
  return null;
}

/** Returns NaN for an empty field, so that the API contract rejects it with its own message. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** Formats a size: "4.1 MB". */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
