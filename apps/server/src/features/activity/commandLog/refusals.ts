import { randomUUID } from 'node:crypto';
import type { ActivityChannel } from '@halyard/domain';
import { severalAddresses } from '../../../realtime/commands/severalAddresses.ts';
import type { BurstKind, Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';

/**
 * Time in ms without a refusal that ends an actor's first burst; doubles with each further burst.
 */
export const QUIET_MS = 2000;
/** Maximum length of a burst, and of the quiet time that ends a burst, in ms. */
export const LONGEST_MS = 10 * 60_000;
/** Time in ms without a refusal after which an actor's bursts are forgotten. */
const FORGOTTEN_MS = 60 * 60_000;
/** Maximum number of poles, and of IP addresses, that are counted in one burst. */
const MOST_POLES = 10_000;
const MOST_ADDRESSES = 1000;

interface Burst {
  begun: number;
  last: number;
  by: string;
  /** The clients' IP addresses; null stands for unknown addresses. */
  addresses: Set<string | null>;
  /** The channel of the latest refusal. */
  channel: ActivityChannel;
  first: Refusal;
  count: number;
  poles: Set<string>;
  causes: Set<string>;
}

/** An actor's current burst, and the number of the actor's recent bursts. */
interface Known {
  burst: Burst | null;
  bursts: number;
  last: number;
}

/**
 * Counts refusals per actor and combines each burst into one log entry. Because refused requests
 * cost clients nothing, an actor who never stops gets only one entry per ten minutes, regardless of
 * the number of requests and poles.
 */
export class Refusals {
  readonly #kind: BurstKind;
  readonly #actors = new Map<string, Known>();

  /** @param kind the activity kind of an entry for several refusals */
  constructor(kind: BurstKind) {
    this.#kind = kind;
  }

  /**
   * Counts refusals.
   * @param refusals the refusals of one request, possibly for many poles
   * @param now epoch milliseconds
   */
  note(actor: RefusedActor, refusals: readonly Refusal[], now: number): void {
    const [first] = refusals;
    if (!first) return;
    const known = this.#actors.get(actor.by) ?? { burst: null, bursts: 0, last: now };
    this.#actors.set(actor.by, known);
    known.last = now;
    const { by, address, channel } = actor;
    known.burst ??= {
      ...{ begun: now, last: now, by, channel, first, count: 0 },
      ...{ addresses: new Set(), poles: new Set(), causes: new Set() },
    };
    const { burst } = known;
    burst.last = now;
    burst.channel = channel;
    if (burst.addresses.size < MOST_ADDRESSES) burst.addresses.add(address);
    burst.count += refusals.length;
    for (const { pole, detail } of refusals) {
      if (pole && burst.poles.size < MOST_POLES) burst.poles.add(`${pole.ownerId}/${pole.flagId}`);
      if (!pole) burst.poles.add('');
      if (detail.cause !== undefined && burst.causes.size < 2) burst.causes.add(detail.cause);
    }
  }

  /** Returns the entries of finished bursts. */
  tick(now: number): Happening[] {
    const told: Happening[] = [];
    for (const [by, known] of this.#actors) {
      const { burst, bursts, last } = known;
      if (burst && isOver(burst, bursts, now)) {
        told.push(entryOf(burst, this.#kind));
        known.burst = null;
        known.bursts++;
      } else if (!burst && now - last >= FORGOTTEN_MS) this.#actors.delete(by);
    }
    return told;
  }

  /** Ends all bursts and returns their entries. */
  end(): Happening[] {
    const bursts = [...this.#actors.values()].flatMap(({ burst }) => burst ?? []);
    this.#actors.clear();
    return bursts.map((burst) => entryOf(burst, this.#kind));
  }
}

function isOver({ begun, last }: Burst, before: number, now: number): boolean {
  const quiet = Math.min(QUIET_MS * 2 ** before, LONGEST_MS);
  // A burst is also over if the clock was set back.
  return now < begun || now - last >= quiet || now - begun >= LONGEST_MS;
}

/**
 * Creates the log entry for a burst: a single refusal with its request, or several with their
 * count.
 */
function entryOf(burst: Burst, kind: BurstKind): Happening {
  const { begun, last, by, addresses, channel, first, count, poles, causes } = burst;
  const address = severalAddresses(addresses);
  const isOne = count === 1;
  const seconds = Math.max(1, Math.round((last - begun) / 1000));
  const places = `, at ${poles.size} ${poles.size === 1 ? 'place' : 'places'}`;
  const isPlaced = kind === 'live.write' || !poles.has('');
  const about = `${count} refused within ${seconds} s${isPlaced ? places : ''}`;
  const cause = causes.size === 1 ? [...causes][0] : 'several causes';
  return {
    kind: isOne ? first.kind : kind,
    address: poles.size === 1 ? first.pole : null,
    place: null,
    // Does not use the client's ID, which may contain anything.
    command: { id: randomUUID(), at: begun, seq: null, by, address, channel, hasReceipt: false },
    outcome: 'refused',
    at: begun,
    detail: isOne ? first.detail : { about, ...(cause !== undefined && { cause }) },
  };
}
