import { permissionDenied } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Written } from '../listens/written.ts';
import type { AmendRequest, Logger, RealtimeServerOptions } from '../options.ts';
import type { Rules, RuleView } from '../rules/types.ts';
import { nodeAt, valueAt } from '../tree/node.ts';
import type { Change, SlotChange, Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import { plainOf, viewOf, viewWith } from '../tree/view.ts';
import { changesOf, checkPriorities, type PlainData } from './changes.ts';
import type { Caller, Part, Write, WriteOutcome } from './write.ts';

interface JudgeParts {
  tree: Tree;
  /** Returns the rules that are in effect. */
  rules: () => Rules;
  amend: RealtimeServerOptions['amend'];
  limits: Limits;
  clock: () => number;
  log: Logger;
}

/** Checks writes against their conditions and the rules, and applies them to the tree. */
export class Judge {
  readonly #tree: Tree;
  readonly #rules: () => Rules;
  readonly #amend: RealtimeServerOptions['amend'];
  readonly #limits: Limits;
  readonly #clock: () => number;
  readonly #log: Logger;

  constructor({ tree, rules, amend, limits, clock, log }: JudgeParts) {
    this.#tree = tree;
    this.#rules = rules;
    this.#amend = amend;
    this.#limits = limits;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Checks a write and applies it to the tree.
   * @param order the write's position in the order of events
   * @param made receives the changes to the tree and what to send to listeners
   * @throws Refused if the write is rejected; the tree is then unchanged
   */
  write(
    write: Write,
    order: number,
    made: { slots: SlotChange[]; written: Written[] },
  ): WriteOutcome {
    const { caller, path } = write;
    const now = this.#clock();
    const before = valueAt(this.#tree.root, path);
    if (write.condition && !write.condition(before)) return { kind: 'stale', node: before };
    const data = 'modify' in write.data ? { update: write.data.modify(before) } : write.data;
    if ('update' in data && data.update === undefined) return { kind: 'stale', node: before };
    const parts: Checked[] = [{ caller, changes: this.#parse(path, data, now) }];
    for (const part of write.also ?? [])
      parts.push({ caller: part.caller, changes: this.#parse(part.path, part.data, now) });
    const changes = inOrder(parts.map((part) => part.changes));
    let view: RuleView | undefined;
    const after = (): RuleView => (view ??= viewWith(this.#tree.root, changes));
    for (const part of parts) this.#judgeByRules(part.caller, part.changes, after, now);
    checkPriorities(after, changes);
    if (this.#amend) {
      const views = { before: plainAt(() => viewOf(this.#tree.root)), after: plainAt(after) };
      for (const { caller, changes: own } of parts)
        changes.push(...this.#amendments(caller, own, { order, now, ...views }));
    }
    for (const change of changes) {
      const slot = this.#tree.apply(change);
      if (slot === undefined) continue;
      made.slots.push(slot);
      // If the write replaced a leaf above its path, listeners get the change at the leaf's path.
      // Otherwise, a reader that merges this write with a later deletion of the written data would
      // restore the leaf.
      const leafReplaced =
        slot.previous?.children === null && slot.path.length < change.path.length;
      const path = leafReplaced ? slot.path : change.path;
      made.written.push({ path, before: nodeAt(slot.previous, path.slice(slot.path.length)) });
    }
    return { kind: 'ok', node: valueAt(this.#tree.root, path) };
  }

  /**
   * Checks a write against the rules without making it. If the rules reject the write by itself,
   * checks it again together with the other writes of the same change.
   * @param others the other writes of the change
   * @throws Refused if both checks fail
   */
  check({ caller, path, data }: Part, others: readonly Part[]): void {
    const now = this.#clock();
    const changes = this.#parse(path, data, now);
    const { root } = this.#tree;
    try {
      this.#judgeByRules(caller, changes, () => viewWith(root, changes), now);
    } catch (error) {
      if (others.length === 0) throw error;
      const before = others.flatMap((other) => this.#parse(other.path, other.data, now));
      this.#judgeByRules(caller, changes, () => viewWith(root, inOrder([before, changes])), now);
    }
  }

  /**
   * Checks one client's part of a write against the rules.
   * @param own the changes of this client
   * @param newRoot returns the data after the whole write, including changes of other clients
   */
  #judgeByRules(
    { identity, internal, remoteAddress }: Caller,
    own: readonly Change[],
    newRoot: () => RuleView,
    now: number,
  ): void {
    if (identity.admin || internal) return;
    const verdict = this.#rules().canWrite({
      paths: own.map((change) => change.path),
      auth: identity.auth,
      remoteAddress: remoteAddress ?? null,
      root: viewOf(this.#tree.root),
      newRoot: newRoot(),
      now,
    });
    if (verdict.allowed) return;
    const path = own[0]?.path.join('/');
    this.#log.debug({ path, reason: verdict.reason }, 'Write refused');
    throw permissionDenied(verdict.place);
  }

  #amendments(
    { identity, remoteAddress }: Caller,
    changes: readonly Change[],
    change: Pick<AmendRequest, 'order' | 'now' | 'before' | 'after'>,
  ): Change[] {
    const added = this.#amend?.({
      ...change,
      auth: identity.auth,
      admin: identity.admin === true,
      remoteAddress: remoteAddress ?? null,
      paths: changes.map(({ path }) => [...path]),
    });
    if (added === undefined) return [];
    return this.#parse([], { update: added }, change.now);
  }

  #parse(path: Path, data: PlainData, now: number): Change[] {
    return changesOf(path, data, { tree: this.#tree, now, limits: this.#limits });
  }
}

/** The changes that one caller makes in a write. */
interface Checked {
  caller: Caller;
  changes: Change[];
}

/**
 * Returns the changes of all parts of a write. Priorities come last, because they apply to the data
 * after all other changes.
 */
function inOrder(parts: readonly (readonly Change[])[]): Change[] {
  const changes: Change[] = [];
  for (const part of parts) for (const change of part) if ('node' in change) changes.push(change);
  for (const part of parts)
    for (const change of part) if ('priority' in change) changes.push(change);
  return changes;
}

/**
 * Returns a function that reads plain values from a view of the data. The view is created on the
 * first read.
 */
const plainAt =
  (root: () => RuleView) =>
  (path: Path): unknown => {
    let view = root();
    for (const key of path) view = view.child(key);
    return plainOf(view);
  };
