import type { OrderEnd, OrderScope, OrderStart } from '@halyard/domain';
import { AppError } from '../../../platform/errors.ts';
import type { EngineWorld, WorldPole } from './engineWorld.ts';
import { DAY_MS, Expected } from './expected.ts';
import type { Ends, Event, Starts } from './runs.ts';

/**
 * Two worlds that get the same events. In one, the real half-staff engine runs. The other is a
 * model of what should happen.
 */
export class Stage {
  readonly world: EngineWorld;
  readonly expected: Expected;
  readonly poles: WorldPole[] = [];
  readonly orders: { id: string; revision: number }[] = [];
  /** When the engine last ran. */
  engineAt = 0;
  /** The number of devices that have been replaced. */
  replaced = 0;
  readonly start: number;

  constructor(world: EngineWorld, start: number) {
    this.world = world;
    this.expected = new Expected(start);
    this.start = start;
  }

  /** Returns a pole in the engine's world, and the same pole in the expected world. */
  at(which: number) {
    return { pole: this.poles[which]!, expected: this.expected.poles[which]! };
  }

  #date = (offset: number) => new Date(this.start + offset * DAY_MS).toISOString().slice(0, 10);

  /**
   * Returns the start or end of an order. If the day is given as a number of days after the start
   * of the test, converts it to a date.
   */
  dated(given: Starts | Ends): OrderStart | OrderEnd {
    if (!('day' in given)) return given;
    const { day: offset, ...rest } = given;
    return { ...rest, date: this.#date(offset) };
  }

  /** Returns a scope that contains a pole. */
  scope({ kind, which: i }: { kind: OrderScope['kind']; which: number }): OrderScope {
    const { companyId, locationId } = this.expected.poles[i]!;
    if (kind === 'states')
      return { kind, states: [this.expected.locations.get(locationId)!.state] };
    if (kind === 'companies') return { kind, companyIds: [companyId] };
    if (kind === 'locations') return { kind, locationIds: [locationId] };
    return { kind };
  }
}

/** Functions that make events happen in both worlds. */
export type Handlers<What extends Event['what']> = {
  [Each in What]: (stage: Stage, given: Extract<Event, { what: Each }>) => Promise<void>;
};

/**
 * Returns null if the error means that the server rejected the call. Throws any other error again.
 */
export function unlessRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
