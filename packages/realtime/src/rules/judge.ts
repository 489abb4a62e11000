import { authValue, type Context, Fault, queryValue } from './context.ts';
import { Snapshot } from './snapshot.ts';
import type { Rule, RuleNode } from './tree.ts';
import type { ReadRequest, Rules, Verdict, WriteRequest } from './types.ts';

const ALLOWED: Verdict = { allowed: true };

/** A rule that was not true, for the debug log. */
interface Refusal {
  path: string;
  rule: Rule;
  fault: string | null;
}

/**
 * The rules on the way from the root to a path, as far as there are any. Captured keys are in
 * `captures`; a rule finds its own by number, so that those of deeper levels do not disturb it.
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

/** Judges requests by a tree of rules (protocol §19). */
export class TreeRules implements Rules {
  readonly #root: RuleNode;

  constructor(root: RuleNode) {
    this.#root = root;
  }

  /** One `.read` that is true on the way is enough; what stands below the path does not count. */
  canRead({ path, auth, root, now, query }: ReadRequest): Verdict {
    const data = new Snapshot(null, root);
    const context: Context = {
      auth: authValue(auth),
      now,
      root: data,
      data,
      newData: null,
      query: queryValue(query),
      captures: [],
    };
    const refusals: Refusal[] = [];
    for (const [depth, node] of nodesOnTheWay(this.#root, path, context.captures).entries()) {
      if (depth > 0) context.data = context.data.child(path[depth - 1] ?? '');
      if (node.read === null) continue;
      const fault = run(node.read, context);
      if (fault === true) return ALLOWED;
      refusals.push({ path: `${node.path}/.read`, rule: node.read, fault });
    }
    return refuse(path, 'no .read rule on the way allows it', refusals);
  }

  /** Every path of the request must pass, each judged on the data as the whole request leaves it. */
  canWrite({ paths, auth, root, newRoot, now }: WriteRequest): Verdict {
    const request = {
      auth: authValue(auth),
      now,
      root: new Snapshot(null, root),
      newRoot: new Snapshot(null, newRoot),
      // A validate rule above several paths is asked once.
      validated: paths.length > 1 ? new Set<string>() : null,
    };
    for (const path of paths) {
      const verdict = new Write(request, this.#root, path).judge();
      if (!verdict.allowed) return verdict;
    }
    return ALLOWED;
  }

  indexesAt(path: readonly string[]): readonly string[] {
    const nodes = nodesOnTheWay(this.#root, path, []);
    return nodes.length === path.length + 1 ? (nodes.at(-1)?.indexOn ?? []) : [];
  }
}

interface WriteContext {
  auth: Context['auth'];
  now: number;
  root: Snapshot;
  newRoot: Snapshot;
  validated: Set<string> | null;
}

/** A place with rules, before and after the write. */
interface Place {
  node: RuleNode;
  data: Snapshot;
  newData: Snapshot;
}

/** One path of a write. */
class Write {
  readonly #path: readonly string[];
  readonly #context: Context;
  readonly #validated: Set<string> | null;
  /** From the root to the path, as far as there are rules. */
  readonly #places: Place[] = [];

  constructor(
    { auth, now, root, newRoot, validated }: WriteContext,
    rules: RuleNode,
    path: readonly string[],
  ) {
    const captures: string[] = [];
    this.#path = path;
    this.#validated = validated;
    this.#context = {
      auth,
      now,
      root,
      data: root,
      newData: newRoot,
      query: queryValue(),
      captures,
    };
    let place: Place = { node: rules, data: root, newData: newRoot };
    this.#places.push(place);
    for (const key of path) {
      const node = enter(place.node, key, captures);
      if (node === null) break;
      place = { node, data: place.data.child(key), newData: place.newData.child(key) };
      this.#places.push(place);
    }
  }

  judge(): Verdict {
    const refusals: Refusal[] = [];
    if (!this.#granted(refusals)) {
      return refuse(this.#path, 'no .write rule on the way allows it', refusals);
    }
    const refusal = this.#firstInvalid();
    return refusal === null
      ? ALLOWED
      : refuse(this.#path, 'a .validate rule is not met', [refusal]);
  }

  #granted(refusals: Refusal[]): boolean {
    for (const { node, data, newData } of this.#places) {
      if (node.write === null) continue;
      const fault = this.#run(node.write, data, newData);
      if (fault === true) return true;
      refusals.push({ path: `${node.path}/.write`, rule: node.write, fault });
    }
    return false;
  }

  /** `.validate` holds on the way and below, wherever the new data has something. */
  #firstInvalid(): Refusal | null {
    for (const [depth, { node, data, newData }] of this.#places.entries()) {
      if (this.#validated !== null && depth < this.#path.length) {
        const place = this.#path.slice(0, depth).join('/');
        if (this.#validated.has(place)) continue;
        this.#validated.add(place);
      }
      const refusal = this.#validate(node, data, newData);
      if (refusal !== null) return refusal;
    }
    const last = this.#places.at(-1);
    if (last === undefined || this.#places.length <= this.#path.length) return null;
    return this.#invalidBelow(last.node, last.data, last.newData);
  }

  #validate(node: RuleNode, data: Snapshot, newData: Snapshot): Refusal | null {
    if (node.validate === null || !newData.view.exists()) return null;
    const fault = this.#run(node.validate, data, newData);
    return fault === true ? null : { path: `${node.path}/.validate`, rule: node.validate, fault };
  }

  #invalidBelow(node: RuleNode, data: Snapshot, newData: Snapshot): Refusal | null {
    if (!node.validatesBelow || !newData.view.hasChildren()) return null;
    // Without a capture only the named children can have rules, however many the data has.
    const keys = node.capture === null ? node.children.keys() : newData.view.keys();
    const { captures } = this.#context;
    for (const key of keys) {
      const depth = captures.length;
      const child = enter(node, key, captures);
      const refusal =
        child === null ? null : this.#invalidAt(child, data.child(key), newData.child(key));
      captures.length = depth;
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #invalidAt(node: RuleNode, data: Snapshot, newData: Snapshot): Refusal | null {
    if (node.validate === null && !node.validatesBelow) return null;
    return this.#validate(node, data, newData) ?? this.#invalidBelow(node, data, newData);
  }

  #run(rule: Rule, data: Snapshot, newData: Snapshot): true | string | null {
    this.#context.data = data;
    this.#context.newData = newData;
    return run(rule, this.#context);
  }
}

/** True, or why not: the fault, or null where the rule is plainly false. Faults make a rule false as a whole. */
function run(rule: Rule, context: Context): true | string | null {
  try {
    return rule.test(context) || null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    // A string beyond what the engine can hold, for one: never a reason to let something pass.
    return `unexpected ${String(error)}`;
  }
}

function refuse(path: readonly string[], why: string, refusals: readonly Refusal[]): Verdict {
  const details = refusals.map(
    ({ path: place, rule, fault }) =>
      `${place} ${fault === null ? 'is false' : `fails (${fault})`}: ${rule.text}`,
  );
  return { allowed: false, reason: [`/${path.join('/')}: ${why}`, ...details].join('; ') };
}
