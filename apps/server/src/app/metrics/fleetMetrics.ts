import { setTimeout as sleep } from 'node:timers/promises';
import { WRONG_POSITION_KINDS } from '@halyard/domain';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../../features/calls/context.ts';
import type { LiveFleet } from '../../features/fleet/directory/liveFleet.ts';
import { findWrongPositions } from '../../features/halfStaff/poles/wrongPositions/find.ts';
import type { WrongPositionIndex } from '../../features/halfStaff/poles/wrongPositions/wrongPositionIndex.ts';

/**
 * The maximum time in ms that a scrape waits for one metric. If a metric takes longer, the scrape
 * leaves it out. This may happen while a server with a large fleet is starting.
 */
const PATIENCE_MS = 3000;

const OUTCOMES = ['confirmed', 'lapsed', 'no-feedback', 'cancelled'] as const;

type FleetServices = Pick<Services, 'db' | 'link' | 'clock' | 'domainClock'>;

/**
 * Exposes metrics about poles, commands and queues. Processes that share a database all report the
 * same totals, so queries must take the maximum, not the sum.
 * @param wrongPositions this process's index of wrong positions
 * @param fleet this process's pole counts
 * @returns a function that stops the updates
 */
export function watchFleet(
  registry: Registry,
  services: FleetServices,
  wrongPositions: WrongPositionIndex,
  fleet: LiveFleet,
): () => void {
  addPoles(registry, fleet);
  addWrongPositions(registry, services, wrongPositions);
  addQueues(registry, services);
  return countCommands(registry, services);
}

/** Returns the metric's value, or null if computing it takes longer than {@link PATIENCE_MS}. */
async function inTime<T>(value: Promise<T>): Promise<T | null> {
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, null, patience).catch(() => null);
  try {
    return await Promise.race([value, late]);
  } finally {
    patience.abort();
  }
}

function addPoles(registry: Registry, fleet: LiveFleet): void {
  // Each gauge reads its own value. If another gauge's `collect` set the value, the scraped value
  // would be outdated by one scrape.
  new Gauge({
    name: 'halyard_poles_voltage_alert',
    help: 'Online poles with an open voltage alert',
    registers: [registry],
    async collect() {
      const tables = await inTime(fleet.current());
      if (!tables) return this.remove();
      this.set(
        tables.tally.count(
          ({ view, openAlerts }) => view.isOnline && openAlerts.includes('voltage'),
        ),
      );
    },
  });
  new Gauge({
    name: 'halyard_poles',
    help: 'Poles that are online and offline',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const tables = await inTime(fleet.current());
      if (!tables) return;
      const online = tables.tally.count(({ view }) => view.isOnline);
      const offline = tables.tally.count(({ view }) => !view.isOnline);
      this.set({ state: 'online' }, online);
      this.set({ state: 'offline' }, offline);
    },
  });
}

function addWrongPositions(
  registry: Registry,
  services: FleetServices,
  index: WrongPositionIndex,
): void {
  new Gauge({
    name: 'halyard_poles_wrong_position',
    help: 'Poles at full staff although half-staff is in effect, or at half-staff although nothing is in effect',
    labelNames: ['kind', 'state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      const found = await inTime(findWrongPositions(services, index, { kind: 'all' }, PATIENCE_MS));
      if (!found || found.unchecked > 0) return;
      const { flags } = found;
      for (const kind of WRONG_POSITION_KINDS) {
        const ofKind = flags.filter(({ wrong }) => wrong.kind === kind);
        const online = ofKind.filter((each) => each.isOnline).length;
        this.set({ kind, state: 'online' }, online);
        this.set({ kind, state: 'offline' }, ofKind.length - online);
      }
    },
  });
}

function addQueues(registry: Registry, { db }: FleetServices): void {
  new Gauge({
    name: 'halyard_outbox_length',
    help: 'Changes that the realtime database does not have yet',
    registers: [registry],
    async collect() {
      const { length } = await db.queries
        .selectFrom('outbox')
        .select((eb) => eb.fn.countAll<number>().as('length'))
        .executeTakeFirstOrThrow();
      this.set(length);
    },
  });
  new Gauge({
    name: 'halyard_webhook_deliveries_waiting',
    help: 'Webhook deliveries waiting to be sent or retried',
    registers: [registry],
    async collect() {
      const { length } = await db.queries
        .selectFrom('webhook_deliveries')
        .select((eb) => eb.fn.countAll<number>().as('length'))
        .where('next_attempt_at', 'is not', null)
        .executeTakeFirstOrThrow();
      this.set(length);
    },
  });
}

/** Counts commands by outcome. Includes only commands that end while this process is running. */
function countCommands(registry: Registry, { link, clock }: FleetServices): () => void {
  const commands = new Counter({
    name: 'halyard_commands_total',
    help: 'Commands by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) commands.inc({ outcome }, 0);
  const startedAt = clock();
  const counted = new Map<string, string>();
  return link.watch(({ ownerId, flagId }, { command }) => {
    if (command?.closedAt === undefined || command.closedAt < startedAt || !command.outcome) return;
    const key = `${ownerId}/${flagId}`;
    if (counted.get(key) === command.id) return;
    counted.set(key, command.id);
    commands.inc({ outcome: command.outcome });
  });
}
