import { authValue, type Context, Fault, queryValue } from './context.ts';
import { type Answer, RulePlace } from './place.ts';
import type { Rule, RuleNode } from './tree.ts';
import type { ReadRequest, Rules, Verdict, WriteRequest } from './types.ts';

const ALLOWED: Verdict = { allowed: true };

/** A placeholder for the `query` variable during writes, where rules cannot use it. */
const NO_QUERY = queryValue();

/** A rule that caused a rejection, for the debug log. */
interface Refusal {
  path: string;
  rule: Rule;
  fault: string | null;
  /** The path of the value that a `.validate` rule rejected. Missing for other rules. */
  place?: readonly string[];
}

/** Returns the rule nodes on a path, from the root down to the last one that exists. */
function nodesOnTheWay(root: RuleNode, path: readonly string[]): RuleNode[] {
  const nodes = [root];
  let node: RuleNode | null = root;
  for (const key of path) {
    node = childOf(node, key);
    if (node === null) break;
    nodes.push(node);
  }
  return nodes;
}

const childOf = (node: RuleNode, key: string): RuleNode | null =>
  node.children.get(key) ?? node.capture;

/** Checks the requests of clients against a tree of rules (protocol §19). */
export class TreeRules implements Rules {
  readonly source: string;
  readonly #root: RuleNode;

  constructor(root: RuleNode, source: string) {
    this.source = source;
    this.#root = root;
  }

  /**
   * Allows a read if any `.read` rule from the root to the path is true. Ignores rules below the
   * path.
   */
  canRead({ path, auth, root, now, query }: ReadRequest): Verdict {
    let place = RulePlace.root(this.#root, root, root);
    const context: Context = {
      auth: authValue(auth),
      now,
      root: place.data,
      place,
      query: queryValue(query),
      path,
    };
    const refusals: Refusal[] = [];
    for (const [depth, node] of nodesOnTheWay(this.#root, path).entries()) {
      if (depth > 0) place = place.child(node, path[depth - 1]!);
      if (node.read === null) continue;
      const fault = run(node.read, context, place);
      if (fault === true) return ALLOWED;
      refusals.push({ path: `${node.path}/.read`, rule: node.read, fault });
    }
    return refuse(path, 'no .read rule on the way allows it', refusals);
  }

  /**
   * Allows a write if the rules allow it for every written path. Each path is checked against the
   * data as it would be after the whole request.
   */
  canWrite({ paths, auth, root, newRoot, now }: WriteRequest): Verdict {
    const place = RulePlace.root(this.#root, root, newRoot);
    const context = {
      auth: authValue(auth),
      now,
      root: place.data,
      place,
      query: NO_QUERY,
      path: [],
    };
    const judge = new WriteJudge(context, place);
    for (const path of paths) {
      const verdict = judge.judge(path);
      if (!verdict.allowed) return verdict;
    }
    return ALLOWED;
  }

  indexesAt(path: readonly string[]): readonly string[] {
    const nodes = nodesOnTheWay(this.#root, path);
    return nodes.length === path.length + 1 ? (nodes.at(-1)?.indexOn ?? []) : [];
  }
}

/**
 * Checks the paths of one write one after another. The rules on a common parent of several paths
 * run only once.
 */
class WriteJudge {
  readonly #context: Context;
  /** The places on the path of the write, from the root down to the last one with a rule node. */
  readonly #places: RulePlace[];
  /**
   * Number of places on the path, counted from the root, that are known to pass their `.validate`
   * rules.
   */
  #valid = 0;
  #path: readonly string[] = [];

  constructor(context: Context, top: RulePlace) {
    this.#context = context;
    this.#places = [top];
  }

  judge(path: readonly string[]): Verdict {
    this.#walk(path);
    if (!this.#granted()) {
      return refuse(path, 'no .write rule on the way allows it', this.#denials(), path);
    }
    const refusal = this.#firstInvalid();
    if (refusal === null) return ALLOWED;
    return refuse(path, 'a .validate rule is not met', [refusal], refusal.place);
  }

  #walk(path: readonly string[]): void {
    const places = this.#places;
    const known = Math.min(places.length - 1, path.length);
    let depth = 0;
    while (depth < known && path[depth] === this.#path[depth]) depth++;
    while (places.length > depth + 1) places.pop();
    this.#valid = Math.min(this.#valid, places.length);
    this.#path = path;
    this.#context.path = path;
    for (; depth < path.length; depth++) {
      const key = path[depth]!;
      const place = places[depth]!;
      const next = childOf(place.node, key);
      if (next === null) return;
      places.push(place.child(next, key));
    }
  }

  #granted(): boolean {
    for (const place of this.#places) {
      const { write } = place.node;
      if (write === null) continue;
      if (place.granted === undefined) place.granted = run(write, this.#context, place);
      if (place.granted === true) return true;
    }
    return false;
  }

  /**
   * Returns all `.write` rules on the path, from the root down, and their results. Called only if
   * none of these rules allowed the write.
   */
  #denials(): Refusal[] {
    return this.#places.flatMap(({ node, granted }) =>
      node.write === null
        ? []
        : {
            path: `${node.path}/.write`,
            rule: node.write,
            fault: typeof granted === 'string' ? granted : null,
          },
    );
  }

  /**
   * Returns the first `.validate` rule that fails, on the path or below it; null if none fails.
   * Skips rules at nodes where the new data has no value.
   */
  #firstInvalid(): Refusal | null {
    const places = this.#places;
    for (; this.#valid < places.length; this.#valid++) {
      const refusal = this.#validate(places[this.#valid]!);
      if (refusal !== null) return refusal;
    }
    if (places.length <= this.#path.length) return null;
    return this.#invalidBelow(places[places.length - 1]!);
  }

  #validate(place: RulePlace): Refusal | null {
    const { node, newDataView } = place;
    if (node.validate === null || !newDataView.exists()) return null;
    const fault = run(node.validate, this.#context, place);
    if (fault === true) return null;
    return { path: `${node.path}/.validate`, rule: node.validate, fault, place: place.path };
  }

  #invalidBelow(place: RulePlace): Refusal | null {
    const { node, newDataView } = place;
    if (!node.validatesBelow || !newDataView.hasChildren()) return null;
    // Without a capture, only named children can have rules, however many children the data has.
    const keys = node.capture === null ? node.children.keys() : newDataView.keys();
    const { path } = this.#context;
    for (const key of keys) {
      const child = childOf(node, key);
      if (child === null || (child.validate === null && !child.validatesBelow)) continue;
      this.#context.path = [...path, key];
      const below = place.child(child, key);
      const refusal = this.#validate(below) ?? this.#invalidBelow(below);
      if (refusal !== null) return refusal;
    }
    return null;
  }
}

/**
 * Runs a rule. A fault (a part of the rule that cannot be evaluated) makes the whole rule false.
 */
function run(rule: Rule, context: Context, place: RulePlace): Answer {
  context.place = place;
  try {
    return rule.test(context) || null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    // For example, a string may be too long for the JavaScript engine. An error is never a reason
    // to allow a request.
    return `unexpected ${String(error)}`;
  }
}

function refuse(
  path: readonly string[],
  why: string,
  refusals: readonly Refusal[],
  place?: readonly string[],
): Verdict {
  const details = refusals.map(
    ({ path: place, rule, fault }) =>
      `${place} ${fault === null ? 'is false' : `fails (${fault})`}: ${rule.text}`,
  );
  return {
    allowed: false,
    reason: [`/${path.join('/')}: ${why}`, ...details].join('; '),
    ...(place && { place }),
  };
}
