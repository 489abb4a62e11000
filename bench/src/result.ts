/** The number of decimal places for each unit in the table of results. */
const DIGITS = { s: 1, ms: 3, µs: 1, '/s': 0, kB: 1, cores: 2, GB: 2, MB: 0, times: 0 };

/**
 * One row of the table of results. Compares our result with another server's result or with a
 * limit.
 */
export interface Result {
  /** What was measured, as shown in the table of results. */
  what: string;
  ours: number;
  peer: number;
  /** The name of the server, or of the limit, that our result is compared with. */
  against: string;
  /** The required ratio of `ours` to `peer`. Omitted if there is no goal. */
  goal?: { atLeast: number } | { atMost: number };
  unit: keyof typeof DIGITS;
}

/** A benchmark that runs with `npm run bench -- NAME`. */
export interface Benchmark {
  name: string;
  run(): Promise<Result[]>;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Measures all compared servers or variants in turn, so that other load on the machine affects all
 * of them equally. Returns the median of each. Ignores the first round, in which the JavaScript
 * engine still compiles the code.
 */
export async function inTurn<Side extends string>(
  runs: number,
  sides: Record<Side, () => Promise<number>>,
): Promise<Record<Side, number>> {
  const names = Object.keys(sides) as Side[];
  const figures = new Map<Side, number[]>(names.map((name) => [name, []]));
  for (const name of names) await sides[name]();
  for (let run = 0; run < runs; run++) {
    for (const name of names) figures.get(name)?.push(await sides[name]());
  }
  const medians = names.map((name) => [name, median(figures.get(name) ?? [])] as const);
  // The object has one entry per side.
  return Object.fromEntries(medians) as Record<Side, number>;
}

/** Formats the results as a Markdown table. */
export function table(results: readonly Result[]): string {
  const rows = results.map(({ what, ours, peer, against, goal, unit }) => [
    what,
    figure(ours, unit),
    figure(peer, unit),
    against,
    (ours / peer).toFixed(2),
    goal === undefined ? '' : describeGoal(goal, ours / peer),
  ]);
  const head = ['figure', 'ours', 'peer', 'the peer is', 'ratio', 'goal'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function figure(value: number, unit: Result['unit']): string {
  const digits = DIGITS[unit];
  const text = value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

function describeGoal(goal: NonNullable<Result['goal']>, ratio: number): string {
  const [text, met] =
    'atLeast' in goal
      ? [`≥ ${goal.atLeast}`, ratio >= goal.atLeast]
      : [`≤ ${goal.atMost}`, ratio <= goal.atMost];
  return `${text} ${met ? 'met' : 'MISSED'}`;
}
