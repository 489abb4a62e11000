import type { Limits } from '../limits.ts';
import type { Identity } from '../options.ts';
import { addressGroup } from './address.ts';

class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, by: 1 | -1): void {
    const count = this.of(name) + by;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}

/** How many connections each address and each person has, and whether they may have one more. */
export class Crowd {
  readonly #limits: Pick<Limits, 'connectionsPerAddress' | 'connectionsPerPerson'>;
  readonly #addresses = new Tally();
  readonly #people = new Tally();

  constructor(limits: Pick<Limits, 'connectionsPerAddress' | 'connectionsPerPerson'>) {
    this.#limits = limits;
  }

  countAddress(address: string, by: 1 | -1): void {
    this.#addresses.add(addressGroup(address), by);
  }

  countPerson({ auth }: Identity, by: 1 | -1): void {
    if (auth !== null) this.#people.add(auth.uid, by);
  }

  /** Why there is no place for one more; undefined where there is one. */
  problem(address: string, identity: Identity | null): string | undefined {
    if (this.#addresses.of(addressGroup(address)) >= this.#limits.connectionsPerAddress) {
      return 'Too many connections from this address';
    }
    return identity === null ? undefined : this.problemOf(identity);
  }

  /** As {@link problem}, for a connection that is there already. */
  problemOf({ auth }: Identity): string | undefined {
    if (auth === null || this.#people.of(auth.uid) < this.#limits.connectionsPerPerson) {
      return undefined;
    }
    return 'Too many connections of this account';
  }
}
