import type { AlertCondition } from '@halyard/domain';
import type { Database } from '../../../../platform/database/database.ts';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { type AlertChange, findOpen, type StoredAlert, storeChanges } from './store.ts';

/** One flag's open alerts by condition. */
export type OpenOfFlag = ReadonlyMap<AlertCondition, StoredAlert>;

const NONE: OpenOfFlag = new Map();

/** An in-memory copy of all open alerts in the database. */
export class OpenAlerts {
  /** The alerts by `flags.id` and condition. Flags without alerts are left out. */
  readonly #byFlag = new Map<string, Map<AlertCondition, StoredAlert>>();

  static async read(queries: Queries): Promise<OpenAlerts> {
    const open = new OpenAlerts();
    for (const alert of await findOpen(queries)) open.#add(alert);
    return open;
  }

  all(): StoredAlert[] {
    return Array.from(this.#byFlag.values(), (alerts) => [...alerts.values()]).flat();
  }

  /**
   * Returns a flag's open alerts.
   * @param flagId the flag's ID in the table `flags`
   */
  of(flagId: string): OpenOfFlag {
    return this.#byFlag.get(flagId) ?? NONE;
  }

  delete({ flagId, condition }: Pick<StoredAlert, 'flagId' | 'condition'>): void {
    const alerts = this.#byFlag.get(flagId);
    alerts?.delete(condition);
    if (alerts?.size === 0) this.#byFlag.delete(flagId);
  }

  /**
   * Stores changes to alerts in one transaction.
   * @returns the companies where alerts started or ended
   */
  async store(db: Database, changes: readonly AlertChange[], now: number): Promise<Set<string>> {
    const companies = new Set<string>();
    if (changes.length === 0) return companies;
    for (const alert of await db.transaction((trx) => storeChanges(trx, changes, now)))
      this.#add(alert);
    for (const { open: known, step, companyId } of changes) {
      if (step.kind === 'start' || step.kind === 'end') companies.add(companyId);
      if (!known) continue;
      if (step.kind === 'end') this.delete(known);
      else known.overSince = step.kind === 'calm' ? step.overSince : null;
    }
    return companies;
  }

  #add(alert: StoredAlert): void {
    const alerts = this.#byFlag.get(alert.flagId);
    if (alerts) alerts.set(alert.condition, alert);
    else this.#byFlag.set(alert.flagId, new Map([[alert.condition, alert]]));
  }
}
