import type { Identity } from '../options.ts';
import { startsWith } from '../tree/keys.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';
import type { PlainData } from './changes.ts';

/** A write to make when a client's connection ends (protocol §11). */
export interface Operation {
  readonly path: Path;
  /**
   * The data of an onDisconnect write. Its server values are resolved only when the write runs
   * (protocol §8).
   */
  readonly data: PlainData;
  /** The client that registered the onDisconnect write. */
  readonly identity: Identity;
  /**
   * The IP address that the onDisconnect write was registered from. Missing in operations stored by
   * older versions.
   */
  readonly remoteAddress?: string | undefined;
}

type List = ReadonlyMap<number, Operation>;

/**
 * Caches of parsed and serialized onDisconnect operations, so that each is parsed and serialized
 * only once.
 */
const parsed = new WeakMap<TreeNode, Operation>();
const texts = new WeakMap<Operation, string>();

/** Serializes an onDisconnect operation for the store. */
export function operationText(operation: Operation): string {
  let text = texts.get(operation);
  if (text === undefined) {
    const { path, data, identity, remoteAddress } = operation;
    const { auth, admin } = identity;
    text = JSON.stringify({ path, ...data, auth, ...(admin && { admin }), remoteAddress });
    texts.set(operation, text);
  }
  return text;
}

/** Parses an onDisconnect operation that {@link operationText} serialized. */
export function operationFrom(node: TreeNode): Operation {
  let operation = parsed.get(node);
  if (operation === undefined) {
    const { path, auth, admin, remoteAddress, ...data } = JSON.parse(String(node.value)) as {
      path: string[];
      remoteAddress?: string;
    } & PlainData &
      Identity;
    operation = { path, data, identity: { auth, ...(admin && { admin }) }, remoteAddress };
    parsed.set(node, operation);
    texts.set(operation, String(node.value));
  }
  return operation;
}

/** Returns the number of paths that an onDisconnect operation writes. */
export function countPaths({ data }: Operation): number {
  return 'set' in data ? 1 : Object.keys(data.update as object).length;
}

/**
 * Returns the onDisconnect operations that remain when a new one is added. Leaves out the
 * operations that it overwrites, and removes the overwritten paths from updates.
 */
export function covered(list: List, { path, data }: Operation): Map<number, Operation> {
  const writes =
    'set' in data
      ? [path]
      : Object.keys(data.update as object).map((key) => [...path, ...split(key)]);
  return edited(list, (operation) => {
    const gone = (at: Path): boolean => writes.some((written) => startsWith(at, written));
    if ('set' in operation.data) return gone(operation.path) ? undefined : operation;
    return withUpdate(operation, (key, value, into) => {
      if (!gone([...operation.path, ...split(key)])) into[key] = value;
    });
  });
}

/**
 * Returns the onDisconnect operations that remain after the client has canceled all operations at
 * and below a path. If an operation writes a value above the path, the rest of that value is still
 * written, as in the SDK.
 */
export function cancelled(list: List, path: Path): Map<number, Operation> {
  return edited(list, (operation) => {
    const { data } = operation;
    if (startsWith(operation.path, path)) return undefined;
    if (!startsWith(path, operation.path)) return operation;
    if ('set' in data) {
      if (!isBranch(data.set)) return operation;
      const update: Record<string, unknown> = {};
      keepBeside(data.set, [], path.slice(operation.path.length), update);
      if (Object.keys(update).length === 0) return undefined;
      return { ...operation, data: { update } };
    }
    const below = path.slice(operation.path.length);
    return withUpdate(operation, (key, value, into) => keepBeside(value, split(key), below, into));
  });
}

/** Adds everything in a value to `into`, except the data at and below the path `gone`. */
function keepBeside(value: unknown, at: Path, gone: Path, into: Record<string, unknown>): void {
  if (startsWith(at, gone)) return;
  if (!startsWith(gone, at) || !isBranch(value)) {
    into[at.join('/')] = value;
    return;
  }
  for (const [key, child] of Object.entries(value)) {
    if (!key.startsWith('.')) keepBeside(child, [...at, key], gone, into);
  }
}

function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Object.hasOwn(value, '.value') && !Object.hasOwn(value, '.sv');
}

const split = (key: string): string[] => key.split('/').filter((part) => part !== '');

function edited(
  list: List,
  edit: (operation: Operation) => Operation | undefined,
): Map<number, Operation> {
  const after = new Map<number, Operation>();
  for (const [number, operation] of list) {
    const left = edit(operation);
    if (left !== undefined) after.set(number, left);
  }
  return after;
}

/** Removes values from an onDisconnect update. Returns undefined if no values are left. */
function withUpdate(
  operation: Operation,
  keep: (key: string, value: unknown, into: Record<string, unknown>) => void,
): Operation | undefined {
  const { update } = operation.data as { update: Record<string, unknown> };
  const left: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(update)) keep(key, value, left);
  const keys = Object.keys(left);
  if (keys.length === 0) return undefined;
  const same =
    keys.length === Object.keys(update).length && keys.every((key) => Object.hasOwn(update, key));
  return same ? operation : { ...operation, data: { update: left } };
}
