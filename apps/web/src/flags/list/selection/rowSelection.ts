/** What is selected in a list at one moment. */
export interface SelectionSnapshot {
  /** By `Flag.id`. */
  ids: ReadonlySet<string>;
  /** Whether the user selects: always while anything is selected; on cards before that, too. */
  isOn: boolean;
}

const NOTHING: SelectionSnapshot = { ids: new Set(), isOn: false };

/**
 * The selected rows of a list, over all its pages; outside React, so that a press renders the checkboxes
 * that change and no rows.
 */
export class RowSelection {
  readonly #listeners = new Set<() => void>();
  #snapshot = NOTHING;
  /** The rows on screen, in order: a range spans no others. */
  #rows: readonly string[] = [];
  /** Where a range begins: the row that was pressed last. */
  #anchor: string | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): SelectionSnapshot => this.#snapshot;

  has(id: string): boolean {
    return this.#snapshot.ids.has(id);
  }

  /** The rows of the page that is on screen now. */
  showRows(ids: readonly string[]): void {
    this.#rows = ids;
  }

  /** Turns a row on or off; with `isRange` all rows from the one pressed before, on the same page. */
  press(id: string, isRange: boolean): void {
    const isWanted = !this.has(id);
    const from = isRange && this.#anchor !== null ? this.#rows.indexOf(this.#anchor) : -1;
    const to = this.#rows.indexOf(id);
    const pressed =
      from < 0 || to < 0 ? [id] : this.#rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.#anchor = id;
    this.set(pressed, isWanted);
  }

  /** Selects these, or takes them out. */
  set(pressed: readonly string[], isSelected: boolean): void {
    const ids = new Set(this.#snapshot.ids);
    for (const id of pressed) {
      if (isSelected) ids.add(id);
      else ids.delete(id);
    }
    this.#publish({ ids, isOn: this.#snapshot.isOn || ids.size > 0 });
  }

  /** Begins to select on cards, which have no checkboxes before. */
  begin(): void {
    this.#publish({ ...this.#snapshot, isOn: true });
  }

  /** Ends the selection. */
  clear(): void {
    this.#anchor = null;
    if (this.#snapshot !== NOTHING) this.#publish(NOTHING);
  }

  /** Drops the rows that the user cannot see any more. @param visible all that the user sees, filtered or not */
  keepOnly(visible: Iterable<string>): void {
    const { ids, isOn } = this.#snapshot;
    if (ids.size === 0) return;
    const known = new Set(visible);
    const left = new Set([...ids].filter((id) => known.has(id)));
    if (left.size !== ids.size) this.#publish({ ids: left, isOn });
  }

  #publish(next: SelectionSnapshot): void {
    this.#snapshot = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
