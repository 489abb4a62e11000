const MINUTE_MS = 60_000;

/** Formats a duration in its two largest units: "2 d 3 h", "1 h 5 min", "12 min", "40 s". */
export function durationText(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.round(milliseconds / 1000)} s`;
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : []))
    .join(' ');
}
