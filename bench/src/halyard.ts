/** Where the flags of the benchmarks' owner are, as Halyard lays them out. */
export const HARDWARE = 'users/bench/hardware';

/** The credential, and session, of whoever watches and commands all flags. */
export const OPERATOR = 'operator';

/** What a pole reports, as one update of its node; no two are alike. */
export function report(n: number) {
  return {
    voltage: 42.1 + (n % 10) / 10,
    'reported/flagUp': n % 2 === 0,
    'reported/flagDown': n % 2 === 1,
    'reported/flagHalf': false,
    'reported/lamp': false,
    'reported/lastSeen': 1_700_000_000 + n,
  };
}

/** A fresh command with its switches, as the console writes it in one update. */
export function command(id: string, up: boolean) {
  return {
    flagUp: up,
    flagDown: !up,
    flagHalf: false,
    lamp: false,
    command: { id, issuedAt: Date.now(), receivedAt: { '.sv': 'timestamp' }, by: OPERATOR },
  };
}
