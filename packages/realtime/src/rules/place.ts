import type { Place } from './context.ts';
import { Snapshot } from './snapshot.ts';
import type { RuleNode } from './tree.ts';
import type { RuleView as View } from './types.ts';

/**
 * The result of a rule: true; null if the rule is false; or the error message if the rule could not
 * be evaluated.
 */
export type Answer = true | string | null;

/** A node of the tree of rules that applies to a request, with the data at its path. */
export class RulePlace implements Place {
  readonly node: RuleNode;
  readonly parent: RulePlace | null;
  /** The data after the write. Reads have the data before; no `.read` rule can use `newData`. */
  readonly newDataView: View;
  /** The result of the node's `.write` rule; undefined until the rule has run. */
  granted: Answer | undefined = undefined;
  readonly #key: string;
  #dataView: View | undefined;

  private constructor(
    node: RuleNode,
    parent: RulePlace | null,
    key: string,
    newDataView: View,
    dataView?: View,
  ) {
    this.node = node;
    this.parent = parent;
    this.newDataView = newDataView;
    this.#key = key;
    this.#dataView = dataView;
  }

  /** Returns the place at the root. */
  static root(node: RuleNode, dataView: View, newDataView: View): RulePlace {
    return new RulePlace(node, null, '', newDataView, dataView);
  }

  /** Returns the place of the child with a key. */
  child(node: RuleNode, key: string): RulePlace {
    return new RulePlace(node, this, key, this.newDataView.child(key));
  }

  /** The keys from the root to this place. */
  get path(): string[] {
    return this.parent === null ? [] : [...this.parent.path, this.#key];
  }

  /**
   * The data before the write. Looked up only if a rule uses it, which few `.validate` rules do.
   */
  get dataView(): View {
    this.#dataView ??= this.parent!.dataView.child(this.#key);
    return this.#dataView;
  }

  /** The value of `data` in rules. */
  get data(): Snapshot {
    return new Snapshot(this.parent?.data ?? null, this.dataView);
  }

  /** The value of `newData` in rules. */
  get newData(): Snapshot {
    return new Snapshot(this.parent?.newData ?? null, this.newDataView);
  }
}
