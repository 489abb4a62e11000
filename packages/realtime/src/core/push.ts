import { exportJson, plainJson } from '../tree/json.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';

/** One changed place of a push. */
export interface PushEntry {
  /** The path below the push's path; empty for a `put`. */
  readonly key: Path;
  /** JSON in the export form, with priorities, for the WebSocket (protocol §6). */
  readonly data: string;
  /**
   * JSON without priorities, with arrays: for event streams and the server's listens
   * (protocol §16).
   */
  readonly plain: string;
}

/**
 * A change to send to listeners: overwritten (`put`, wire `d`) or merged (`patch`, wire `m`) at a
 * path. It is serialized when it is created, because the head may have changed by the time it is
 * released.
 */
export class Push {
  readonly kind: 'put' | 'patch';
  readonly path: Path;
  readonly entries: readonly PushEntry[];
  #body: string | undefined;
  /**
   * WebSocket frames of the push by the end of their body: framed once per tag, sent many times.
   */
  frames: Map<string, Buffer> | undefined;

  constructor(kind: 'put' | 'patch', path: Path, entries: readonly PushEntry[]) {
    this.kind = kind;
    this.path = path;
    this.entries = entries;
  }

  /** The wire message's `b` without its closing brace, so that a tag can be added (protocol §4). */
  get body(): string {
    if (this.#body === undefined) {
      const p = JSON.stringify(this.path.join('/'));
      let d: string;
      if (this.kind === 'put') d = this.entries[0]!.data;
      else {
        const members = this.entries.map((e) => `${JSON.stringify(e.key.join('/'))}:${e.data}`);
        d = `{${members.join(',')}}`;
      }
      this.#body = `{"p":${p},"d":${d}`;
    }
    return this.#body;
  }
}

/** Serializes a node for a push. Fills `plain` only if a listener wants it. */
export function entry(key: Path, node: TreeNode | undefined, plain: boolean): PushEntry {
  return { key, data: exportJson(node), plain: plain ? plainJson(node) : '' };
}
