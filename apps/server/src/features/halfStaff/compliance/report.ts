import {
  COMPLIANCE_OUTCOMES,
  type ComplianceOutcome,
  type CompliancePage,
  type ComplianceRow,
  searchText,
  textKey,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { AppError } from '../../../platform/errors.ts';
import type { Context } from '../../calls/context.ts';
import { inOrder, type SortOrder } from '../../fleet/directory/catalog.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import { flagIn, readRows } from './readRows.ts';
import type { Recorded } from './subject.ts';

/**
 * The maximum number of results in a compliance report that is shown page by page. A report of this
 * size uses about 120 MB of memory.
 */
const MOST_RESULTS = 400_000;
/**
 * The maximum number of incidents marked as incorrect that a compliance report lists individually.
 */
const LEFT_OUT_NAMED = 100;

/**
 * The company and location of compliance results. All results with the same company and location
 * share one object.
 */
interface Place {
  companyId: string;
  /**
   * The location of the pole. Null if the flag is deleted or the reader may not see its location.
   */
  locationId: string | null;
  location: string;
  companyKey: string;
  locationKey: string;
}

/**
 * An order or annual half-staff day in a compliance report. All results for the same order or day
 * share one object.
 */
interface Source {
  key: string;
  title: string;
}

/**
 * The values by which compliance results are searched and sorted. All other values are read from
 * the ledger when a result is shown. Strings are computed only when needed, because a report may
 * have many results.
 */
export class ResultEntry {
  readonly flagId: string;
  readonly name: string;
  readonly place: Place;
  readonly source: Source;
  readonly from: number;
  readonly lowered: number | null;
  readonly raised: number | null;
  readonly outcome: ComplianceOutcome;
  readonly deviationMinutes: number;

  constructor(row: ComplianceRow, place: Place, source: Source) {
    this.flagId = row.pole.id;
    this.name = row.pole.name;
    this.place = place;
    this.source = source;
    this.from = row.from;
    this.lowered = row.lowered;
    this.raised = row.raised;
    this.outcome = row.outcome;
    this.deviationMinutes = row.deviationMinutes;
  }

  get id(): string {
    return `${this.from} ${this.source.key} ${this.flagId}`;
  }

  /** The searchable text of a compliance result: pole, location, and order or half-staff day. */
  get text(): string {
    return searchText([this.name, this.place.location, this.source.title]);
  }
}

/** Returns the ID of a compliance result. The ID stays the same as long as the result exists. */
export const resultId = ({ from, sourceKey, pole }: ComplianceRow): string =>
  `${from} ${sourceKey} ${pole.id}`;

/** Returns the flag ID at the end of a compliance result's ID. */
export const flagOfResult = (id: string): string => /^\S+ \S+ (.*)$/s.exec(id)?.[1] ?? '';

export type Outcomes = CompliancePage['outcomes'];

export function noOutcomes(): Outcomes {
  return Object.fromEntries(COMPLIANCE_OUTCOMES.map((outcome) => [outcome, 0])) as Outcomes;
}

/**
 * A compliance report: all results for an order, a half-staff day or a company, computed from the
 * ledger at one point in time.
 */
export class Report {
  readonly recorded: Recorded;
  readonly results: ResultEntry[] = [];
  readonly outcomes = noOutcomes();
  readonly leftOut: CompliancePage['leftOut'] = { total: 0, first: [] };
  /**
   * The title of the order or half-staff day with the latest start in the report. Null if the
   * report is empty.
   */
  title: string | null = null;
  readonly #places = new Map<string, Place>();
  readonly #sources = new Map<string, Source>();
  readonly #sorted = new Map<string, Promise<ResultEntry[]>>();
  #latest = Number.NEGATIVE_INFINITY;

  private constructor(recorded: Recorded) {
    this.recorded = recorded;
  }

  /**
   * Computes a compliance report from the ledger.
   * @throws AppError `too-large` if the report has too many results
   */
  static async make({ db }: Context, index: PoleIndex, recorded: Recorded): Promise<Report> {
    const report = new Report(recorded);
    for await (const rows of readRows(db.queries, index, recorded)) {
      for (const row of rows) report.#add(row, index);
      if (report.results.length > MOST_RESULTS)
        throw new AppError('too-large', msg`This report is too long to show. Export it as CSV.`);
    }
    return report;
  }

  /**
   * Returns all results of the compliance report in the given sort order. Sorts them only once per
   * sort order.
   */
  inOrder(order: SortOrder<ResultEntry>): Promise<readonly ResultEntry[]> {
    let sorted = this.#sorted.get(order.name);
    if (!sorted) {
      sorted = inOrder(this.results, order);
      this.#sorted.set(order.name, sorted);
    }
    return sorted;
  }

  #add(row: ComplianceRow, index: PoleIndex): void {
    const { pole, title, from, outcome, leftOut } = row;
    this.results.push(new ResultEntry(row, this.#placeOf(row, index), this.#sourceOf(row)));
    this.outcomes[outcome]++;
    for (const one of leftOut) {
      this.leftOut.total++;
      if (this.leftOut.first.length < LEFT_OUT_NAMED)
        this.leftOut.first.push({ ...one, pole: pole.name });
    }
    if (from < this.#latest) return;
    this.#latest = from;
    this.title = title;
  }

  #placeOf({ pole }: ComplianceRow, index: PoleIndex): Place {
    const flag = flagIn(index, this.recorded, pole.id);
    const locationId = flag?.location.id ?? null;
    const key = `${pole.companyId} ${pole.company} ${locationId}`;
    let place = this.#places.get(key);
    if (!place) {
      const { companyId, company, location } = pole;
      const [companyKey, locationKey] = [textKey(company), textKey(location)];
      place = { companyId, locationId, location, companyKey, locationKey };
      this.#places.set(key, place);
    }
    return place;
  }

  #sourceOf({ sourceKey: key, title }: ComplianceRow): Source {
    const name = `${key} ${title}`;
    let source = this.#sources.get(name);
    if (!source) {
      source = { key, title };
      this.#sources.set(name, source);
    }
    return source;
  }
}
