import { type FleetSummary, type PlaceFilter, readFleetSummary, type Scope } from '@halyard/domain';

/**
 * Returns the path of the flag counts for everything the user may see, or for one company or
 * location; null if the user is not allowed to see any flags.
 */
export function summaryPath(
  scope: Scope | null,
  { companyId, locationId }: PlaceFilter,
): string | null {
  if (scope === null || scope.kind === 'nothing') return null;
  if (locationId !== null) return `summaries/locations/${locationId}`;
  if (companyId !== null) return `summaries/companies/${companyId}`;
  if (scope.kind === 'all') return 'summaries/all';
  return scope.kind === 'company'
    ? `summaries/companies/${scope.companyId}`
    : `summaries/locations/${scope.locationId}`;
}

/**
 * The flag counts that the server pushes, by path, kept outside React. The realtime session listens
 * to the paths that have subscribers.
 */
export class SummaryStore {
  readonly #values = new Map<string, FleetSummary>();
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #shownListeners = new Set<() => void>();

  /** Returns the latest pushed counts; undefined if no realtime listener reports them. */
  get(path: string): FleetSummary | undefined {
    return this.#values.get(path);
  }

  /**
   * Calls `listener` each time the counts at a path change.
   * @returns a function that stops the calls
   */
  subscribe(path: string, listener: () => void): () => void {
    const known = this.#listeners.get(path);
    const listeners = known ?? new Set();
    this.#listeners.set(path, listeners.add(listener));
    if (!known) this.#notifyShown();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(path) !== listeners) return;
      this.#listeners.delete(path);
      this.#notifyShown();
    };
  }

  /** Returns the paths that have subscribers. */
  shown(): string[] {
    return [...this.#listeners.keys()];
  }

  /**
   * Calls `listener` whenever the set of paths with subscribers changes.
   * @returns a function that stops the calls
   */
  onShown(listener: () => void): () => void {
    this.#shownListeners.add(listener);
    return () => this.#shownListeners.delete(listener);
  }

  receive(path: string, raw: unknown): void {
    const summary = readFleetSummary(raw);
    if (summary === null) this.#values.delete(path);
    else this.#values.set(path, summary);
    this.#notify(path);
  }

  /**
   * Deletes the pushed counts of a path, because the path no longer has a realtime listener. The
   * page then uses the counts from the API.
   */
  endListen(path: string): void {
    if (this.#values.delete(path)) this.#notify(path);
  }

  /** Drops all counts, so that the next user does not see them. */
  reset(): void {
    const paths = [...this.#values.keys()];
    this.#values.clear();
    for (const path of paths) this.#notify(path);
  }

  #notify(path: string): void {
    for (const listener of [...(this.#listeners.get(path) ?? [])]) listener();
  }

  #notifyShown(): void {
    for (const listener of [...this.#shownListeners]) listener();
  }
}

/** The store of pushed counts that the whole page uses. */
export const summaryStore = new SummaryStore();
