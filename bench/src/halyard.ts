/**
 * The path of the flags in Halyard's realtime database. Only benchmarks use the owner key `bench`.
 */
export const HARDWARE = 'users/bench/hardware';

/**
 * The credential of the benchmark's user, who watches all flags and sends commands to them. Also
 * the ID of the user's session.
 */
export const OPERATOR = 'operator';

/**
 * Returns a pole's nth report as one update of its node. Any two reports differ, so each one
 * changes data.
 */
export function report(n: number) {
  return {
    // Poles send one decimal. 42.1 + 0.2 would have 15.
    voltage: (421 + (n % 10)) / 10,
    'reported/flagUp': n % 2 === 0,
    'reported/flagDown': n % 2 === 1,
    'reported/flagHalf': false,
    'reported/lamp': false,
    'reported/lastSeen': 1_700_000_000 + n,
  };
}

/**
 * Returns a new command and the matching switch values, as the console writes them in one update.
 */
export function command(id: string, up: boolean) {
  return {
    flagUp: up,
    flagDown: !up,
    flagHalf: false,
    lamp: false,
    command: { id, issuedAt: Date.now(), receivedAt: { '.sv': 'timestamp' }, by: OPERATOR },
  };
}
