import { authValue, type Context, Fault, type Place, queryValue } from './context.ts';
import { Snapshot } from './snapshot.ts';
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

/**
 * Returns the rule nodes on a path, from the root down to the last one that exists. Adds the keys
 * that match `$` variables to `captures`, where rules look them up by index.
 */
function nodesOnTheWay(root: RuleNode, path: readonly string[], captures: string[]): RuleNode[] {
  const nodes = [root];
  let node: RuleNode | null = root;
  for (const key of path) {
    node = enter(node, key, captures);
    if (node === null) break;
    nodes.push(node);
  }
  return nodes;
}

function enter(node: RuleNode, key: string, captures: string[]): RuleNode | null {
  const literal = node.children.get(key);
  if (literal !== undefined) return literal;
  if (node.capture !== null) captures.push(key);
  return node.capture;
}

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
    const data = new Snapshot(null, root);
    const context: Context = {
      auth: authValue(auth),
      now,
      root: data,
      place: { data, newData: null },
      query: queryValue(query),
      captures: [],
    };
    const refusals: Refusal[] = [];
    for (const [depth, node] of nodesOnTheWay(this.#root, path, context.captures).entries()) {
      if (depth > 0) {
        context.place = { data: context.place.data.child(path[depth - 1] ?? ''), newData: null };
      }
      if (node.read === null) continue;
      const fault = run(node.read, context);
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
    const data = new Snapshot(null, root);
    const top = new WritePlace(this.#root, data, new Snapshot(null, newRoot));
    const context: Context = {
      auth: authValue(auth),
      now,
      root: data,
      place: top,
      query: NO_QUERY,
      captures: [],
    };
    const judge = new WriteJudge(context, top);
    for (const path of paths) {
      const verdict = judge.judge(path);
      if (!verdict.allowed) return verdict;
    }
    return ALLOWED;
  }

  indexesAt(path: readonly string[]): readonly string[] {
    const nodes = nodesOnTheWay(this.#root, path, []);
    return nodes.length === path.length + 1 ? (nodes.at(-1)?.indexOn ?? []) : [];
  }
}

/**
 * The result of a rule: true; null if the rule is false; or the error message if the rule could not
 * be evaluated.
 */
type Answer = true | string | null;

/** A node of the tree of rules that applies to a write: on the path of the write or below it. */
class WritePlace implements Place {
  readonly node: RuleNode;
  readonly newData: Snapshot;
  /** Number of `$` variables from the root of the rules to this node. */
  captures = 0;
  /** The result of the node's `.write` rule; omitted until the rule has run. */
  granted: Answer | undefined;
  #data: Snapshot | undefined;
  #above: WritePlace | undefined;
  #key = '';

  constructor(node: RuleNode, data: Snapshot | undefined, newData: Snapshot) {
    this.node = node;
    this.newData = newData;
    this.#data = data;
  }

  /** Returns the rule node of the child with the given key. */
  below(node: RuleNode, key: string): WritePlace {
    const place = new WritePlace(node, undefined, this.newData.child(key));
    place.#above = this;
    place.#key = key;
    return place;
  }

  /** The keys from the root of the rules to this node. */
  get keys(): string[] {
    return this.#above ? [...this.#above.keys, this.#key] : [];
  }

  /**
   * The data at this node before the write. Looked up only if a rule uses it, which few `.validate`
   * rules do.
   */
  get data(): Snapshot {
    this.#data ??= this.#above!.data.child(this.#key);
    return this.#data;
  }
}

/**
 * Checks the paths of one write one after another. The rules on a common parent of several paths
 * run only once.
 */
class WriteJudge {
  readonly #context: Context;
  /** The rule nodes on the path of the write, from the root down to the last one that exists. */
  readonly #places: WritePlace[];
  /**
   * Number of nodes on the path, counted from the root, that are known to pass their `.validate`
   * rules.
   */
  #valid = 0;
  #path: readonly string[] = [];

  constructor(context: Context, top: WritePlace) {
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
    const { captures } = this.#context;
    const known = Math.min(places.length - 1, path.length);
    let depth = 0;
    while (depth < known && path[depth] === this.#path[depth]) depth++;
    while (places.length > depth + 1) places.pop();
    this.#valid = Math.min(this.#valid, places.length);
    while (captures.length > places[depth]!.captures) captures.pop();
    this.#path = path;
    for (; depth < path.length; depth++) {
      const key = path[depth]!;
      const next = enter(places[depth]!.node, key, captures);
      if (next === null) return;
      const place = places[depth]!.below(next, key);
      place.captures = captures.length;
      places.push(place);
    }
  }

  #granted(): boolean {
    for (const place of this.#places) {
      const { write } = place.node;
      if (write === null) continue;
      if (place.granted === undefined) place.granted = this.#run(write, place);
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

  #validate(place: WritePlace): Refusal | null {
    const { node, newData } = place;
    if (node.validate === null || !newData.view.exists()) return null;
    const fault = this.#run(node.validate, place);
    if (fault === true) return null;
    return { path: `${node.path}/.validate`, rule: node.validate, fault, place: place.keys };
  }

  #invalidBelow(place: WritePlace): Refusal | null {
    const { node, newData } = place;
    if (!node.validatesBelow || !newData.view.hasChildren()) return null;
    // Without a capture, only named children can have rules, however many children the data has.
    const keys = node.capture === null ? node.children.keys() : newData.view.keys();
    const { captures } = this.#context;
    for (const key of keys) {
      const depth = captures.length;
      const child = enter(node, key, captures);
      const refusal = child === null ? null : this.#invalidAt(place.below(child, key));
      captures.length = depth;
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #invalidAt(place: WritePlace): Refusal | null {
    const { node } = place;
    if (node.validate === null && !node.validatesBelow) return null;
    return this.#validate(place) ?? this.#invalidBelow(place);
  }

  #run(rule: Rule, place: WritePlace): Answer {
    this.#context.place = place;
    return run(rule, this.#context);
  }
}

/**
 * Runs a rule. A fault (a part of the rule that cannot be evaluated) makes the whole rule false.
 */
function run(rule: Rule, context: Context): Answer {
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
