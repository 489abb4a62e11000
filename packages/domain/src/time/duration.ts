import { plural, t } from '@halyard/messages';
import { numberText } from '../language/numbers.ts';

const MINUTE_MS = 60_000;

/**
 * Formats a duration in its two largest units: "2 days 3 hr", "1 hr 5 min", "12 min". Durations
 * under two minutes are in seconds ("90 sec"). Durations under ten seconds also have tenths ("4.2
 * sec").
 */
export function durationText(milliseconds: number): string {
  const tenths = Math.round(milliseconds / 100);
  if (tenths < 100) return t`${{ seconds: numberText(tenths / 10) }} sec`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return t`${{ seconds: numberText(seconds) }} sec`;
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const parts: [number, (count: number) => string][] = [
    [
      Math.floor(minutes / 1440),
      (days) => t`${plural({ days }, { one: '# day', other: '# days' })}`,
    ],
    [Math.floor(minutes / 60) % 24, (hours) => t`${{ hours }} hr`],
    [minutes % 60, (rest) => t`${{ minutes: rest }} min`],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, text]) => (count > 0 ? [text(count)] : []))
    .join(' ');
}
