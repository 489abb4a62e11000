import { type FlagRecord, heading, inScope, type Scope } from '@halyard/domain';
import { latest } from '../../../platform/database/changes/latest.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import type { ChangedPoles, IndexedPole, PoleIndex } from './poleIndex.ts';
import type { HalfStaffFlag } from './poles.ts';

type Needed = Pick<Services, 'link' | 'domainClock'>;

/**
 * The kinds of poles that are counted separately at a location. `down`: the flag is down or on its
 * way down. `locked`: autopilot does not move the pole. `single`: the rules must be evaluated for
 * each of these poles, because the pole has a hold, or because orders apply to it only from a later
 * time.
 */
type Kind = 'down' | 'notDown' | 'locked' | 'single';

/** The number of poles of each kind, for one location and one type of flag. */
export interface SiteCount extends Readonly<Record<Kind, number>> {
  /** Any one of the poles. They all have the same location, company and type of flag. */
  readonly flag: HalfStaffFlag;
}

type Counted = { -readonly [Key in keyof SiteCount]: SiteCount[Key] };

export interface CurrentSites {
  readonly sites: readonly SiteCount[];
  /** The poles of the kind `single`, for which the rules must be evaluated one by one. */
  readonly single: readonly IndexedPole[];
}

/**
 * Counts the flags at each location that are down, locked or held, and updates the counts with each
 * report and each change in the database. A request can then use the counts instead of evaluating
 * the rules for every pole.
 */
export class SiteCounts {
  readonly #services: Needed;
  readonly #poles: PoleIndex;
  readonly #sites = new Map<string, Counted>();
  readonly #counted = new Map<string, { site: Counted; kind: Kind }>();
  readonly #single = new Set<string>();
  #changed: ChangedPoles | null = null;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needed, poles: PoleIndex) {
    this.#services = services;
    this.#poles = poles;
    services.link.watch((address, record) => this.#heard(address, record));
  }

  /**
   * Returns the counts for the locations in a scope. Includes every database change that was
   * committed before the call.
   */
  async current(scope: Scope): Promise<CurrentSites> {
    await this.#catchUp();
    const isHere = ({ flag }: Pick<IndexedPole, 'flag'>) => inScope(scope, flag.site);
    return {
      sites: [...this.#sites.values()].filter(isHere),
      single: [...this.#single].flatMap((id) => this.#poles.get(id) ?? []).filter(isHere),
    };
  }

  readonly #catchUp: () => Promise<void> = latest(async () => {
    await this.#poles.current();
    const now = this.#services.domainClock.now();
    this.#changed ??= this.#poles.follow();
    // If the clock was set back, orders may apply to some poles only from a later time.
    if (now < this.#lastAt) for (const { flag } of this.#poles.values()) this.#changed.add(flag.id);
    this.#lastAt = now;
    const pauses = new Pauses();
    for (const id of this.#changed) {
      if (pauses.areDue) await pauses.take();
      this.#changed.delete(id);
      this.#count(id);
    }
  });

  #heard(address: FlagAddress, record: FlagRecord): void {
    const id = this.#changed && this.#poles.idAt(address);
    const pole = id && this.#poles.get(id);
    const counted = id && this.#counted.get(id);
    // A pole that is not counted yet is still among the changed ones.
    if (!pole || !counted || counted.kind === this.#kindOf(pole, record)) return;
    this.#count(id);
  }

  #kindOf({ flag, hold }: IndexedPole, record: FlagRecord): Kind {
    if (hold !== null || flag.site.concernedSince > this.#lastAt) return 'single';
    if ((flag.lock ?? record.lock) !== null) return 'locked';
    return heading(record) === 'down' ? 'down' : 'notDown';
  }

  #count(id: string): void {
    this.#uncount(id);
    const pole = this.#poles.get(id);
    if (!pole) return;
    const { flag } = pole;
    const kind = this.#kindOf(pole, this.#services.link.record(flag));
    const key = siteKey(flag);
    const site = this.#sites.get(key) ?? { flag, down: 0, notDown: 0, locked: 0, single: 0 };
    site.flag = flag;
    site[kind]++;
    this.#sites.set(key, site);
    this.#counted.set(id, { site, kind });
    if (kind === 'single') this.#single.add(id);
  }

  #uncount(id: string): void {
    const counted = this.#counted.get(id);
    if (!counted) return;
    const { site, kind } = counted;
    site[kind]--;
    if (site.down + site.notDown + site.locked + site.single === 0)
      this.#sites.delete(siteKey(site.flag));
    this.#counted.delete(id);
    this.#single.delete(id);
  }
}

/** Returns a key that the poles at a location share if they fly the same type of flag. */
export const siteKey = ({ site }: Pick<HalfStaffFlag, 'site'>): string =>
  `${site.flies} ${site.locationId}`;
