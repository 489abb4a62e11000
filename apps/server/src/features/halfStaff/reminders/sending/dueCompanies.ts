import { isDeepStrictEqual } from 'node:util';
import type { OrdersAndDays } from '@halyard/domain';
import type { ChangedPoles, PoleIndex } from '../../poles/poleIndex.ts';
import type { HalfStaffFlag } from '../../poles/poles.ts';
import type { Recipient } from './recipients.ts';
import type { CompanyPoles } from './round.ts';

/** The data, for all companies, that determines which notices about half-staff are due. */
export interface Basis {
  facts: OrdersAndDays;
  /** The orders that have changed in the last 24 hours, with their history. */
  changed: readonly unknown[];
  /** The keys of the orders and half-staff days that may begin soon. */
  coming: readonly string[];
  /** The IDs of the orders that may end soon. */
  ending: readonly string[];
  sendsMails: boolean;
  /**
   * The IDs of the companies that have webhooks for notices. Includes null if a webhook covers all
   * companies.
   */
  subscribers: ReadonlySet<string | null>;
}

interface Known {
  /** The next time when a notice may be due if nothing changes, in epoch milliseconds. */
  nextAt: number;
  /** The company's recipients when the company was last checked. */
  recipients: readonly Recipient[];
}

/** What must be checked in one run of the job. */
export interface Due {
  /** The IDs of the companies for which a notice may be due. */
  companies: ReadonlySet<string>;
  /** The IDs of the companies whose poles' settings have changed since the last run. */
  changed: ReadonlySet<string>;
}

/**
 * Remembers when each company's next notice about half-staff (an email or a webhook event) may be
 * due. The job reads the company's poles only then, or after a change. This is only an
 * optimization: after a restart, the job checks every company and sends the same notices.
 */
export class DueCompanies {
  readonly #index: PoleIndex;
  readonly #changed: ChangedPoles;
  readonly #known = new Map<string, Known>();
  /** The settings of the checked poles, as of their last check, by `flags.id`. */
  readonly #sites = new Map<string, HalfStaffFlag['site']>();
  #basis: Basis | null = null;
  #now = Number.NEGATIVE_INFINITY;
  #approvals: unknown = null;

  constructor(index: PoleIndex) {
    this.#index = index;
    this.#changed = index.follow();
  }

  /** Forgets everything it remembers, so that the next run checks every company. */
  forget(): void {
    this.#known.clear();
    this.#sites.clear();
    this.#changed.clear();
    this.#basis = null;
    this.#approvals = null;
  }

  stop(): void {
    this.#index.unfollow(this.#changed);
  }

  /**
   * Returns the companies to check now. Afterwards, call `checked` for each of them.
   * @param companies the companies that may get notices, each with the users who get its emails
   * @param now the current time on the half-staff engine's clock, in epoch milliseconds
   */
  async find(
    basis: Basis,
    companies: ReadonlyMap<string, readonly Recipient[]>,
    now: number,
  ): Promise<Due> {
    await this.#index.current();
    // The clock of a demo may be set back.
    if (now < this.#now || !isSame(basis, this.#basis)) this.forget();
    this.#basis = basis;
    this.#now = now;
    const changed = this.#takeChanged();
    const due = new Set<string>();
    for (const [id, users] of companies) {
      const known = this.#known.get(id);
      const isDue =
        !known ||
        known.nextAt <= now ||
        changed.has(id) ||
        !isDeepStrictEqual(known.recipients, users);
      if (isDue) due.add(id);
    }
    return { companies: due, changed };
  }

  /**
   * Remembers that all notices due now for a company have been queued.
   * @param nextAt the next time when a notice may be due; infinity if there is none
   */
  checked(id: string, { poles, recipients }: Checked, nextAt: number): void {
    this.#known.set(id, { nextAt, recipients });
    for (const { flag } of poles) this.#sites.set(flag.id, flag.site);
  }

  /** Whether `state` equals the value that was last passed to `approvalsChecked`. */
  areApprovalsChecked(state: unknown): boolean {
    return this.#approvals !== null && isDeepStrictEqual(this.#approvals, state);
  }

  /**
   * Remembers that all emails about missing second approvals have been queued.
   * @param state all data that determines which of these emails are due; null if some could not be
   * queued
   */
  approvalsChecked(state: unknown): void {
    this.#approvals = state;
  }

  /**
   * Returns the companies of the poles whose settings have changed. Ignores deleted poles, because
   * they need no notice.
   */
  #takeChanged(): Set<string> {
    const companies = new Set<string>();
    for (const id of this.#changed) {
      const site = this.#index.get(id)?.flag.site;
      if (!site) this.#sites.delete(id);
      // Equal settings are the same object, so a new hold does not count as a change.
      else if (site.optedIn && site !== this.#sites.get(id)) companies.add(site.companyId);
    }
    this.#changed.clear();
    return companies;
  }
}

type Checked = Pick<CompanyPoles, 'poles' | 'recipients'>;

/**
 * Whether the data is the same as in the previous run. `findOrdersAndDays` returns the same object until
 * the orders or half-staff days change.
 */
const isSame = ({ facts, ...rest }: Basis, earlier: Basis | null): boolean =>
  facts === earlier?.facts && isDeepStrictEqual({ ...rest, facts }, earlier);
