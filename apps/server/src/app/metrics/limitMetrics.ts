import { Counter, Gauge, type Registry } from 'prom-client';
import type { FrontDoor } from '../../platform/http/frontDoor.ts';
import type { Turns } from '../../platform/limits/turns.ts';

/**
 * Exposes metrics about requests that were delayed or refused because a user or IP address sent too
 * many.
 */
export function watchTurns(registry: Registry, turns: Turns): void {
  const registers = [registry];
  new Gauge({
    name: 'halyard_http_waiting',
    help: 'Requests that are waiting because their user or IP address has used up its share',
    registers,
    collect() {
      this.set(turns.waiting);
    },
  });
  new Counter({
    name: 'halyard_http_waited_total',
    help: 'Requests that had to wait for their turn or were refused',
    registers,
    collect() {
      this.reset();
      this.inc(turns.waited);
    },
  });
  new Counter({
    name: 'halyard_http_refused_total',
    help: 'Requests refused because their user or IP address already had too many waiting',
    registers,
    collect() {
      this.reset();
      this.inc(turns.refused);
    },
  });
}

/**
 * Exposes a metric for the number of connections that were closed because their IP address had
 * opened too many.
 */
export function watchConnections(registry: Registry, door: Pick<FrontDoor, 'refused'>): void {
  new Counter({
    name: 'halyard_http_connections_refused_total',
    help: 'Connections closed immediately because their IP address opened too many',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(door.refused);
    },
  });
}
