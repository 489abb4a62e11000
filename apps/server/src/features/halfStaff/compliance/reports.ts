import type { Scope } from '@halyard/domain';
import type { Context } from '../../calls/context.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { Report } from './report.ts';
import { findRecorded, type Subject, scopeOfReport } from './subject.ts';

/**
 * Compliance reports with at least this many results are kept in memory. Shorter ones are computed
 * for each request.
 */
const KEPT_FROM = 2000;
/** How long a compliance report is kept in memory, as a multiple of the time it took to compute. */
const KEPT_TIMES = 20;
/** The maximum time in ms that a compliance report is kept in memory. */
const KEPT_MS = 600_000;
/** How many results the compliance reports in memory may have in total. */
const MOST_RESULTS = 600_000;

interface Kept {
  report: Report;
  until: number;
}

/**
 * Creates the reports that the Compliance page shows page by page. Keeps a long report for a while,
 * so that the next page, search or sort order is fast. Each report says when its results were
 * computed.
 */
export class ComplianceReports {
  readonly poles: PoleIndex;
  readonly #keptFrom: number;
  readonly #kept = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<Report>>();

  constructor(poles: PoleIndex, { keptFrom = KEPT_FROM } = {}) {
    this.poles = poles;
    this.#keptFrom = keptFrom;
  }

  /**
   * Returns the compliance report about an order, a half-staff day or a company.
   * @throws AppError `not-found` outside the actor's scope; `too-large` if the report has too many
   * results
   */
  async get(ctx: Context, subject: Subject): Promise<Report> {
    const scope = await scopeOfReport(ctx, subject);
    const key = JSON.stringify([subject, scope]);
    const now = performance.now();
    for (const [each, { until }] of this.#kept) if (until <= now) this.#kept.delete(each);
    const kept = this.#kept.get(key);
    if (kept) return kept.report;
    let making = this.#making.get(key);
    if (!making) {
      making = this.#make(ctx, key, subject, scope).finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  async #make(ctx: Context, key: string, subject: Subject, scope: Scope): Promise<Report> {
    const begun = performance.now();
    // Contains the current location of each pole.
    await this.poles.current();
    const report = await Report.make(ctx, this.poles, await findRecorded(ctx, subject, scope));
    const now = performance.now();
    if (report.results.length < this.#keptFrom) return report;
    const until = now + Math.min((now - begun) * KEPT_TIMES, KEPT_MS);
    this.#kept.set(key, { report, until });
    let results = 0;
    for (const [each, { report: of }] of [...this.#kept].reverse()) {
      results += of.results.length;
      if (results > MOST_RESULTS && each !== key) this.#kept.delete(each);
    }
    return report;
  }
}
