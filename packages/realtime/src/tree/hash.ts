import { hash } from 'node:crypto';
import type { TreeNode } from './node.ts';
import { childrenInPriorityOrder } from './order.ts';
import type { Priority } from './types.ts';

type NumberText = (value: number) => string;

const buffer = new DataView(new ArrayBuffer(8));

/**
 * Returns a number as 16 hex digits: the bytes of its double, in big-endian order (protocol §9).
 */
export function exactNumberText(value: number): string {
  buffer.setFloat64(0, value);
  return (
    buffer.getUint32(0).toString(16).padStart(8, '0') +
    buffer.getUint32(4).toString(16).padStart(8, '0')
  );
}

/**
 * Returns a number as 16 hex digits, computed as in the JavaScript SDK. For some doubles, the
 * digits differ from those of {@link exactNumberText} (protocol §9, "Quirk").
 */
export function sdkNumberText(value: number): string {
  if (value === 0) return exactNumberText(value);
  const v = Math.abs(value);
  let exponent = 0;
  let fraction: number;
  if (v >= 2 ** -1022) {
    const ln = Math.min(Math.floor(Math.log(v) / Math.LN2), 1023);
    exponent = ln + 1023;
    fraction = Math.round(v * 2 ** (52 - ln) - 2 ** 52);
  } else {
    fraction = Math.round(v / 2 ** -1074);
  }
  let bits = '';
  for (let i = 0; i < 52; i++) {
    bits = (fraction % 2 ? '1' : '0') + bits;
    fraction = Math.floor(fraction / 2);
  }
  for (let i = 0; i < 11; i++) {
    bits = (exponent % 2 ? '1' : '0') + bits;
    exponent = Math.floor(exponent / 2);
  }
  bits = (value < 0 ? '1' : '0') + bits;
  let text = '';
  for (let i = 0; i < 64; i += 4) text += Number.parseInt(bits.slice(i, i + 4), 2).toString(16);
  return text;
}

const sha1 = (text: string): string => hash('sha1', text, 'base64');

function prefix(priority: Priority, numberText: NumberText): string {
  if (priority === null) return '';
  if (typeof priority === 'number') return `priority:number:${numberText(priority)}:`;
  return `priority:string:${priority}:`;
}

function leafHash(node: TreeNode, numberText: NumberText): string {
  const { value } = node;
  const text = typeof value === 'number' ? numberText(value) : String(value);
  return sha1(`${prefix(node.priority, numberText)}${typeof value}:${text}`);
}

function branchText(
  children: Iterable<[string, TreeNode]>,
  childHash: (node: TreeNode) => string,
): string {
  let text = '';
  for (const [key, child] of children) text += `:${key}:${childHash(child)}`;
  return text;
}

/** Returns the hash of a node (protocol §9), cached in the node; `""` for undefined. */
export function hashOf(node: TreeNode | undefined): string {
  if (node === undefined) return '';
  if (node.hash !== null) return node.hash;
  const result =
    node.children === null
      ? leafHash(node, exactNumberText)
      : sha1(
          prefix(node.priority, exactNumberText) +
            branchText(childrenInPriorityOrder(node.children), hashOf),
        );
  node.hash = result;
  return result;
}

/**
 * Returns the hash of the children that a filtered listener's query selects, as if the node had no
 * other children (protocol §5).
 */
export function hashOfChildren(children: Map<string, TreeNode>): string {
  if (children.size === 0) return '';
  return sha1(branchText(childrenInPriorityOrder(children), hashOf));
}

function sdkHashOf(node: TreeNode): string {
  if (!hasQuirk(node)) return hashOf(node);
  return node.children === null
    ? leafHash(node, sdkNumberText)
    : sha1(
        prefix(node.priority, sdkNumberText) +
          branchText(childrenInPriorityOrder(node.children), sdkHashOf),
      );
}

const quirky = (value: unknown): boolean =>
  typeof value === 'number' && exactNumberText(value) !== sdkNumberText(value);

function hasQuirk(node: TreeNode): boolean {
  if (quirky(node.value) || quirky(node.priority)) return true;
  if (node.children !== null) {
    for (const child of node.children.values()) if (hasQuirk(child)) return true;
  }
  return false;
}

/**
 * Whether a client's hash matches a node's hash, computed either exactly or as in the SDK (protocol
 * §9).
 */
export function hashMatches(node: TreeNode | undefined, given: string): boolean {
  if (given === hashOf(node)) return true;
  return node !== undefined && given !== '' && hasQuirk(node) && given === sdkHashOf(node);
}
