import type { Limits } from '../limits.ts';
import { type Identity, isStranger } from '../options.ts';
import { addressGroup } from './address.ts';
import { type Allowance, Budget } from './budget.ts';

/**
 * How often, in ms, the server deletes the budgets of clients that have no connection, listener or
 * request. Each report of a pole over REST creates a budget, so this is far more often than poles
 * report.
 */
const FORGET_MS = 5000;

/**
 * The limits for admin clients, which are the operator's own services. See {@link Identity.admin}.
 */
const UNLIMITED: Allowance = {
  connections: Infinity,
  listens: Infinity,
  listensPerPlace: Infinity,
  unread: Infinity,
  work: 1000,
  requests: Infinity,
};

/**
 * The budgets of all clients: one per `uid`, and one for all unauthenticated clients at an IP
 * address.
 */
export class Budgets {
  readonly #person: Allowance;
  readonly #strangers: Allowance;
  readonly #people = new Map<string, Budget>();
  readonly #addresses = new Map<string, Budget>();
  readonly #forgetting: NodeJS.Timeout;

  constructor(limits: Limits) {
    this.#person = {
      connections: limits.connectionsPerPerson,
      listens: limits.listensPerPerson,
      listensPerPlace: limits.listensPerPlace,
      unread: limits.unreadPerPerson,
      work: limits.workPerPerson,
      requests: limits.requestsPerPerson,
    };
    this.#strangers = {
      ...UNLIMITED,
      unread: limits.strangerUnread,
      work: limits.strangerWork,
      requests: limits.requestsPerPerson,
    };
    this.#forgetting = setInterval(() => this.#forget(), FORGET_MS).unref();
  }

  of(identity: Identity, address: string): Budget {
    if (identity.admin) return new Budget(UNLIMITED);
    if (isStranger(identity)) {
      return known(this.#addresses, addressGroup(address), this.#strangers);
    }
    return known(this.#people, identity.auth?.uid ?? '', this.#person);
  }

  /**
   * Returns the total number of bytes that clients have not read yet, and the number of requests
   * waiting for their turn.
   */
  counts(): { unread: number; waiting: number } {
    let [unread, waiting] = [0, 0];
    for (const budgets of [this.#people, this.#addresses]) {
      for (const budget of budgets.values()) {
        unread += budget.unread.bytes;
        waiting += budget.work.waiting;
      }
    }
    return { unread, waiting };
  }

  stop(): void {
    clearInterval(this.#forgetting);
  }

  #forget(): void {
    for (const budgets of [this.#people, this.#addresses]) {
      for (const [name, budget] of budgets) if (budget.isIdle) budgets.delete(name);
    }
  }
}

function known(budgets: Map<string, Budget>, name: string, allowance: Allowance): Budget {
  let budget = budgets.get(name);
  if (budget === undefined) {
    budget = new Budget(allowance);
    budgets.set(name, budget);
  }
  return budget;
}
