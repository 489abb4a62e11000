import type { Push } from '../listens/push.ts';
import { parseNode, plainJson } from '../tree/json.ts';
import { branch, type TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';

interface Slot {
  /** JSON text of the value put at this path; undefined if writes are only below the path. */
  json: string | undefined;
  /** Writes below this path. They came after the value in `json`, and are applied on top of it. */
  children: Map<string, Slot>;
}

const slot = (): Slot => ({ json: undefined, children: new Map() });

const UNLIMITED = {
  now: 0,
  limits: { depth: Infinity, keyBytes: Infinity, stringBytes: Infinity },
};

/**
 * One event of an event stream. `data` replaces the data at `path`, or is merged into it (protocol
 * §16).
 */
export interface StreamEvent {
  event: 'put' | 'patch';
  path: Path;
  data: string;
}

/**
 * Merges the changes made within a short interval into one stream event with the same result,
 * because the Arduino client handles one event per read (protocol §16). Paths are relative to
 * `base`.
 */
export class EventMerger {
  readonly #base: number;
  #root = slot();
  #only: Push | undefined;
  #count = 0;

  constructor(base: Path) {
    this.#base = base.length;
  }

  get empty(): boolean {
    return this.#count === 0;
  }

  add(push: Push): void {
    this.#only = this.#count === 0 ? push : undefined;
    this.#count++;
    const at = push.path.slice(this.#base);
    for (const { key, plain } of push.entries) this.#put([...at, ...key], plain);
  }

  #put(path: Path, json: string): void {
    let at = this.#root;
    for (const key of path) {
      let next = at.children.get(key);
      if (next === undefined) {
        next = slot();
        at.children.set(key, next);
      }
      at = next;
    }
    at.json = json;
    at.children.clear();
  }

  /** Returns one event with all changes added since the last call. */
  take(): StreamEvent {
    const only = this.#only;
    const writes = collect(this.#root, []);
    this.#root = slot();
    this.#only = undefined;
    this.#count = 0;
    if (only?.kind === 'patch') {
      const members = only.entries.map((e) => `${JSON.stringify(e.key.join('/'))}:${e.plain}`);
      return {
        event: 'patch',
        path: only.path.slice(this.#base),
        data: `{${members.join(',')}}`,
      };
    }
    if (writes.length === 1) return { event: 'put', path: writes[0]!.path, data: writes[0]!.json };
    const shared = prefixLength(writes.map((write) => write.path));
    const members = writes.map(
      ({ path, json }) => `${JSON.stringify(path.slice(shared).join('/'))}:${json}`,
    );
    return {
      event: 'patch',
      path: writes[0]!.path.slice(0, shared),
      data: `{${members.join(',')}}`,
    };
  }
}

/**
 * Returns the values to put, by path. The value at a path includes the changes made below that path
 * afterwards.
 */
function collect(at: Slot, path: Path): { path: Path; json: string }[] {
  if (at.json !== undefined) {
    return [{ path, json: at.children.size === 0 ? at.json : plainJson(apply(at, undefined)) }];
  }
  return [...at.children].flatMap(([key, child]) => collect(child, [...path, key]));
}

/** Applies the writes at and below one path to the node at that path. Returns the new node. */
function apply(at: Slot, before: TreeNode | undefined): TreeNode | undefined {
  const node =
    at.json === undefined ? before : parseNode(JSON.parse(at.json), 0, undefined, UNLIMITED);
  if (at.children.size === 0) return node;
  const children = new Map(node?.children);
  for (const [key, child] of at.children) {
    const written = apply(child, children.get(key));
    if (written === undefined) children.delete(key);
    else children.set(key, written);
  }
  if (children.size > 0) return branch(children);
  // Deleting below a leaf changes nothing (protocol §6).
  return node?.children === null ? node : undefined;
}

function prefixLength(paths: readonly Path[]): number {
  const first = paths[0]!;
  let length = 0;
  while (length < first.length - 1 && paths.every((path) => path[length] === first[length])) {
    length++;
  }
  return length;
}
