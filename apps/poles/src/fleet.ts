import type { Behaviour } from './behaviours.ts';
import { DEFAULT_TIMING, Pole, type PoleTiming, type Report } from './pole.ts';
import { PoleClient } from './poleClient.ts';
import { type PoleAddress, parseServer } from './protocol/address.ts';
import type { TransportOptions } from './protocol/transport.ts';
import { seededRandom } from './random.ts';

/** A simulated pole as described in the fleet file. */
export interface FleetPole extends PoleAddress {
  /** The pole's name, sent as `deviceName` with the first report. */
  name: string;
  behaviour: Behaviour;
}

export interface FleetOptions extends TransportOptions {
  /**
   * The server's URL, consisting only of scheme, host and port, such as `http://127.0.0.1:3000`.
   */
  server: string;
  poles: readonly FleetPole[];
  timing?: Partial<PoleTiming> | undefined;
  /**
   * Time in ms over which the first connections of all poles are spread. Defaults to 5 ms per pole.
   */
  spread?: number | undefined;
  onReport?: ((pole: FleetPole, report: Report) => void) | undefined;
  /** Called for each failed connection and each rejected report. The pole retries automatically. */
  onProblem?: ((pole: FleetPole, reason: string) => void) | undefined;
}

export interface FleetStats {
  poles: number;
  /** Number of poles with an open event stream. */
  connected: number;
  /** Number of reports that the server has stored since the simulation started. */
  reports: number;
  /** Number of connections and reports that have failed since the simulation started. */
  problems: number;
}

export interface Fleet {
  stats(): FleetStats;
  /** Closes all connections of the fleet. Resolves when all poles have stopped. */
  stop(): Promise<void>;
}

const SPREAD_MS_PER_POLE = 5;

/**
 * Starts simulated poles. Each one is a separate device client with its own sockets.
 * @throws Error with a one-sentence message if the server's URL is invalid
 */
export function startFleet(options: FleetOptions): Fleet {
  const server = parseServer(options.server);
  const timing = { ...DEFAULT_TIMING, ...options.timing };
  const spread = options.spread ?? options.poles.length * SPREAD_MS_PER_POLE;
  const clients: PoleClient[] = [];
  const connected = new Set<FleetPole>();
  let reports = 0;
  let problems = 0;

  for (const entry of options.poles) {
    const random = seededRandom(`${entry.ownerId}/${entry.flagId}`);
    const setup = { deviceName: entry.name, behaviour: entry.behaviour, timing, random };
    clients.push(
      new PoleClient({
        server,
        address: entry,
        pole: new Pole(setup, Date.now()),
        random,
        insecure: options.insecure,
        onState: (up) => {
          if (up) connected.add(entry);
          else connected.delete(entry);
        },
        onReport: (report) => {
          reports++;
          options.onReport?.(entry, report);
        },
        onProblem: (reason) => {
          problems++;
          options.onProblem?.(entry, reason);
        },
      }),
    );
  }

  const starting = clients.map((client, i) =>
    setTimeout(() => client.start(), (spread * i) / clients.length),
  );
  return {
    stats: () => ({ poles: clients.length, connected: connected.size, reports, problems }),
    async stop() {
      for (const timer of starting) clearTimeout(timer);
      await Promise.all(clients.map((client) => client.stop()));
    },
  };
}
