import { authValue, type Context, Fault, type Place, queryValue } from './context.ts';
import { Snapshot } from './snapshot.ts';
import type { Rule, RuleNode } from './tree.ts';
import type { ReadRequest, Rules, Verdict, WriteRequest } from './types.ts';

const ALLOWED: Verdict = { allowed: true };

/** `query` in writes, where no rule may name it. */
const NO_QUERY = queryValue();

/** A rule that was not true, for the debug log. */
interface Refusal {
  path: string;
  rule: Rule;
  fault: string | null;
  /** Of a `.validate` rule: where the value is. */
  place?: readonly string[];
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
  readonly source: string;
  readonly #root: RuleNode;

  constructor(root: RuleNode, source: string) {
    this.source = source;
    this.#root = root;
  }

  /** One `.read` that is true on the way is enough; what stands below the path does not count. */
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

  /** Every path of the request must pass, each judged on the data as the whole request leaves it. */
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

/** True, or why not: the fault, or null where the rule is plainly false. */
type Answer = true | string | null;

/** A place with rules on the way of a write, or below it. */
class WritePlace implements Place {
  readonly node: RuleNode;
  readonly newData: Snapshot;
  /** How many captures there are from the root to here. */
  captures = 0;
  /** What its `.write` rule says, once it was asked. */
  granted: Answer | undefined;
  #data: Snapshot | undefined;
  #above: WritePlace | undefined;
  #key = '';

  constructor(node: RuleNode, data: Snapshot | undefined, newData: Snapshot) {
    this.node = node;
    this.newData = newData;
    this.#data = data;
  }

  /** The place one key down. */
  below(node: RuleNode, key: string): WritePlace {
    const place = new WritePlace(node, undefined, this.newData.child(key));
    place.#above = this;
    place.#key = key;
    return place;
  }

  /** The keys from the root to here. */
  get keys(): string[] {
    return this.#above ? [...this.#above.keys, this.#key] : [];
  }

  /** Looked up where a rule names it: few `.validate` rules do. */
  get data(): Snapshot {
    this.#data ??= this.#above!.data.child(this.#key);
    return this.#data;
  }
}

/**
 * The paths of one write, one after another. What two neighbours share of their way is gone and
 * judged once, so that a rule that stands above many of them is asked once.
 */
class WriteJudge {
  readonly #context: Context;
  /** From the root towards the path, as far as there are rules. */
  readonly #places: WritePlace[];
  /** How many of them, from the root, are known to meet their `.validate` rules. */
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

  /** What the `.write` rules on the way said, where none of them granted. */
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

  /** `.validate` holds on the way and below, wherever the new data has something. */
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
    // Without a capture only the named children can have rules, however many the data has.
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

/** Asks a rule. Faults make it false as a whole. */
function run(rule: Rule, context: Context): Answer {
  try {
    return rule.test(context) || null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    // A string beyond what the engine can hold, for one: never a reason to let something pass.
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
