import { exportJson, plainJson } from '../tree/json.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';

/** A changed path in a push to listeners, and the new data at that path. */
export interface PushEntry {
  /** The changed path, relative to the path of the push; empty for a `put`. */
  readonly key: Path;
  /** The data as exported JSON, with priorities, for WebSockets (protocol §6). */
  readonly data: string;
  /**
   * The data as plain JSON, without priorities and with arrays. For event streams and the server's
   * own listeners (protocol §16).
   */
  readonly plain: string;
}

/**
 * A change to send to listeners: it overwrites (`put`, sent as `d`) or merges (`patch`, sent as
 * `m`) the data at a path. It is serialized when it is created, because the data may change before
 * the push is sent.
 */
export class Push {
  readonly kind: 'put' | 'patch';
  readonly path: Path;
  readonly entries: readonly PushEntry[];
  #body: string | undefined;
  /**
   * The push's WebSocket frames, by listener tag. A tag is a number that a client gives each
   * listener with a query. Listeners with the same tag get the same frame.
   */
  frames: Map<string, Buffer> | undefined;

  constructor(kind: 'put' | 'patch', path: Path, entries: readonly PushEntry[]) {
    this.kind = kind;
    this.path = path;
    this.entries = entries;
  }

  /**
   * The body (`b`) of the push message, without its closing brace, so that a listener's tag can be
   * appended (protocol §4).
   */
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

/**
 * Serializes a node for a push to listeners.
 * @param plain whether to fill in the entry's `plain` field, for listeners that receive plain JSON
 */
export function entry(key: Path, node: TreeNode | undefined, plain: boolean): PushEntry {
  return { key, data: exportJson(node), plain: plain ? plainJson(node) : '' };
}
