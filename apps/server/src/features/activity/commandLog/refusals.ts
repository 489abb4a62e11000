import { randomUUID } from 'node:crypto';
import type { ActivityChannel } from '@halyard/domain';
import { severalAddresses } from '../../../realtime/commands/severalAddresses.ts';
import type { BurstKind, Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';

/**
 * Milliseconds without a refusal that end an actor's first burst; doubles for each further burst.
 */
export const QUIET_MS = 2000;
/** Maximum length of a burst, and of the quiet time that ends one, in milliseconds. */
export const LONGEST_MS = 10 * 60_000;
/** Milliseconds without a refusal after which an actor's bursts are forgotten. */
const FORGOTTEN_MS = 60 * 60_000;
/** Maximum number of poles, and of IP addresses, counted in one burst. */
const MOST_POLES = 10_000;
const MOST_ADDRESSES = 1000;

interface Burst {
  begun: number;
  last: number;
  by: string;
  /** The clients' IP addresses; null for an unknown one. */
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
 * Counts refusals per actor and makes one entry of each burst. A refused request costs its client
 * nothing, so an actor who never stops gets one entry in ten minutes, regardless of how many
 * requests they send to how many poles.
 */
export class Refusals {
  readonly #kind: BurstKind;
  readonly #actors = new Map<string, Known>();

  /** @param kind the activity kind of an entry that covers several refusals */
  constructor(kind: BurstKind) {
    this.#kind = kind;
  }

  /**
   * Records refusals.
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

/** Creates the entry of a burst: a single refusal with its request, several with their count. */
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
    // Does not use the client's ID, which may be anything.
    command: { id: randomUUID(), at: begun, seq: null, by, address, channel, hasReceipt: false },
    outcome: 'refused',
    at: begun,
    detail: isOne ? first.detail : { about, ...(cause !== undefined && { cause }) },
  };
}
