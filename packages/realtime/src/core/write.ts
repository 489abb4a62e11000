import type { Refused } from '../errors.ts';
import type { Identity } from '../options.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import type { PlainData } from './changes.ts';
import type { Release, Waiting } from './queue.ts';

/**
 * The client that writes or reads. `internal` marks the server itself, whose writes bypass the
 * rules.
 */
export interface Caller {
  identity: Identity;
  /** The IP address that the read or write came from. */
  remoteAddress?: string;
  internal?: boolean;
}

/** The result of a write, determined when the write's turn comes. */
export type WriteOutcome =
  | { kind: 'ok'; node: TreeNode | undefined }
  /** The write's compare-and-set condition was not met. `node` is the current data at the path. */
  | { kind: 'stale'; node: TreeNode | undefined }
  | { kind: 'refused'; reason: Refused };

/** What one caller writes at one path, as a part of a larger change. */
export interface Part {
  caller: Caller;
  /** The written path, as valid keys from `parsePath`. */
  path: Path;
  /**
   * The value to put at the path, or the values to put at paths below it (protocol §4: `p`, `m`).
   */
  data: PlainData;
}

export interface Write extends Omit<Part, 'data'> {
  data: PlainData | { modify: Modify };
  /**
   * Further parts of the same change, in order. A later part must not write above the path of an
   * earlier one. Each part is checked with the permissions of its own caller.
   */
  also?: readonly Part[];
  /**
   * A compare-and-set condition, which is checked when the write's turn comes in the order of
   * events (protocol §9, §15).
   */
  condition?: (node: TreeNode | undefined) => boolean;
  /**
   * Computes the response to the write.
   * @returns a function that sends the response, called when the write has become durable
   */
  respond: (outcome: WriteOutcome) => Release;
  /** What to do if the store does not respond. The write may still be stored later. */
  waiting?: Waiting;
}

/** Computes an update from the current data at a path. Returns undefined to write nothing. */
export type Modify = (node: TreeNode | undefined) => Record<string, unknown> | undefined;
