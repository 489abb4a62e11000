import { type SettingSource, SYSTEM_SETTINGS, type SystemSettingKey } from '@halyard/domain';

/** Where a value comes from that cannot be changed here; undefined where it can. */
export const fixedHint = (key: SystemSettingKey, source: SettingSource): string | undefined =>
  source === 'environment'
    ? `Set in the server's environment (${SYSTEM_SETTINGS[key].name})`
    : undefined;

/** What a card says of its settings as a whole; null where each one says it. */
export function sourceText(sources: readonly SettingSource[]): string | null {
  if (sources.every((source) => source === 'default')) return 'Using defaults';
  return null;
}

/** Of a field left empty: no number, which the contract's own words refuse. */
export const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** "4.1 MB". */
export function sizeText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
