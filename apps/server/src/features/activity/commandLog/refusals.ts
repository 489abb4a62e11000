import { randomUUID } from 'node:crypto';
import type { ActivityChannel } from '@halyard/domain';
import { severalAddresses } from '../../../realtime/commands/severalAddresses.ts';
import type { BurstKind, Refusal, RefusedActor } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';

/**
 * An actor's first burst of rejected requests ends after this many ms without a rejected request.
 * Each further burst doubles this time.
 */
export const QUIET_MS = 2000;
/**
 * The maximum duration of a burst of rejected requests, in ms. Also the maximum quiet time that is
 * needed to end a burst.
 */
export const LONGEST_MS = 10 * 60_000;
/**
 * How long, in ms, the log remembers a user's bursts of rejected requests after the latest burst.
 */
const FORGOTTEN_MS = 60 * 60_000;
/** The maximum number of poles that are counted in one burst of rejected requests. */
const MOST_POLES = 10_000;
/** The maximum number of IP addresses that are counted in one burst of rejected requests. */
const MOST_ADDRESSES = 1000;

interface Burst {
  begun: number;
  last: number;
  by: string;
  /**
   * The IP addresses that the rejected requests came from. Contains null if an address is unknown.
   */
  addresses: Set<string | null>;
  /** The channel through which the latest rejected request came. */
  channel: ActivityChannel;
  first: Refusal;
  count: number;
  poles: Set<string>;
  causes: Set<string>;
}

/** An actor's current burst of rejected requests, and the number of the actor's recent bursts. */
interface Known {
  burst: Burst | null;
  bursts: number;
  last: number;
}

/**
 * Counts rejected requests, and combines each burst from one actor into a single log entry.
 * Otherwise, anyone could flood the log. An actor who never stops gets one entry every ten minutes.
 */
export class Refusals {
  readonly #kind: BurstKind;
  readonly #actors = new Map<string, Known>();

  /** @param kind the kind of log entry for a burst of several rejected requests */
  constructor(kind: BurstKind) {
    this.#kind = kind;
  }

  /**
   * Counts the commands that were rejected in one request.
   * @param refusals one item per rejected command; an item has no pole if its command was not for a
   * single pole
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

  /** Returns the log entries of bursts of rejected requests that have ended. */
  tick(now: number): Happening[] {
    const entries: Happening[] = [];
    for (const [by, known] of this.#actors) {
      const { burst, bursts, last } = known;
      if (burst && isOver(burst, bursts, now)) {
        entries.push(entryOf(burst, this.#kind));
        known.burst = null;
        known.bursts++;
      } else if (!burst && now - last >= FORGOTTEN_MS) this.#actors.delete(by);
    }
    return entries;
  }

  /** Ends all bursts of rejected requests, and returns their log entries. */
  end(): Happening[] {
    const bursts = [...this.#actors.values()].flatMap(({ burst }) => burst ?? []);
    this.#actors.clear();
    return bursts.map((burst) => entryOf(burst, this.#kind));
  }
}

function isOver({ begun, last }: Burst, before: number, now: number): boolean {
  const quiet = Math.min(QUIET_MS * 2 ** before, LONGEST_MS);
  // A burst also ends if the system clock was set back.
  return now < begun || now - last >= quiet || now - begun >= LONGEST_MS;
}

/**
 * Creates the log entry for a burst of rejected requests. Describes the request if there was only
 * one, and otherwise gives their number.
 */
function entryOf(burst: Burst, kind: BurstKind): Happening {
  const { begun, last, by, addresses, channel, first, count, poles, causes } = burst;
  const address = severalAddresses(addresses);
  const isOne = count === 1;
  const seconds = Math.max(1, Math.round((last - begun) / 1000));
  const places = `, at ${poles.size} ${poles.size === 1 ? 'place' : 'places'}`;
  const isPlaced = kind === 'live.write' || !poles.has('');
  const about = `${count} rejected within ${seconds} sec${isPlaced ? places : ''}`;
  const cause = causes.size === 1 ? [...causes][0] : 'several causes';
  return {
    kind: isOne ? first.kind : kind,
    address: poles.size === 1 ? first.pole : null,
    place: null,
    // Do not use the client's ID, because it may contain anything.
    command: { id: randomUUID(), at: begun, seq: null, by, address, channel, hasReceipt: false },
    outcome: 'refused',
    at: begun,
    detail: isOne ? first.detail : { about, ...(cause !== undefined && { cause }) },
  };
}
