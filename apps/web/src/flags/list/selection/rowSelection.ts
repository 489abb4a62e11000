/** The current selection in a list. */
export interface SelectionSnapshot {
  /** The selected rows, by `Flag.id`. */
  ids: ReadonlySet<string>;
  /**
   * Whether selection mode is on. It begins with the first selected row or with the Select button
   * on cards, and ends when the selection is cleared.
   */
  isOn: boolean;
}

const NOTHING: SelectionSnapshot = { ids: new Set(), isOn: false };

/**
 * The selected rows of a list, on all pages. Kept outside React, so that selecting a row rerenders
 * only its checkbox.
 */
export class RowSelection {
  readonly #listeners = new Set<() => void>();
  #snapshot = NOTHING;
  /** The rows on screen, in order. */
  #rows: readonly string[] = [];
  /** The row that was pressed last, which is where the selection of a range starts. */
  #anchor: string | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): SelectionSnapshot => this.#snapshot;

  has(id: string): boolean {
    return this.#snapshot.ids.has(id);
  }

  /** Sets the rows that are on screen now. */
  showRows(ids: readonly string[]): void {
    this.#rows = ids;
  }

  /**
   * Selects or deselects a row. With `isRange`, selects or deselects all rows from the last clicked
   * row to this one, if both are on this page.
   */
  press(id: string, isRange: boolean): void {
    const isWanted = !this.has(id);
    const from = isRange && this.#anchor !== null ? this.#rows.indexOf(this.#anchor) : -1;
    const to = this.#rows.indexOf(id);
    const pressed =
      from < 0 || to < 0 ? [id] : this.#rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.#anchor = id;
    this.set(pressed, isWanted);
  }

  /** Selects or deselects the given rows. */
  set(pressed: readonly string[], isSelected: boolean): void {
    const ids = new Set(this.#snapshot.ids);
    for (const id of pressed) {
      if (isSelected) ids.add(id);
      else ids.delete(id);
    }
    this.#publish({ ids, isOn: this.#snapshot.isOn || ids.size > 0 });
  }

  /** Starts selection mode on cards, which show checkboxes only in this mode. */
  begin(): void {
    this.#publish({ ...this.#snapshot, isOn: true });
  }

  /** Deselects all rows and ends selection mode. */
  clear(): void {
    this.#anchor = null;
    if (this.#snapshot !== NOTHING) this.#publish(NOTHING);
  }

  #publish(next: SelectionSnapshot): void {
    this.#snapshot = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
