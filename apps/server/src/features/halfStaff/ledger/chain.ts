import { createHash } from 'node:crypto';
import type { LedgerEntry } from '@halyard/domain';

/** The head of the ledger: the number of entries, and the hash of the last one. */
export interface LedgerHead {
  count: number;
  hash: string;
}

/**
 * Formats a head of the ledger as COUNT:HASH, the only format in which heads are printed and
 * accepted.
 */
export const headText = ({ count, hash }: LedgerHead): string => `${count}:${hash}`;

/**
 * Parses a head of the ledger from COUNT:HASH.
 * @returns null if the text is not a head
 */
export function readHeadText(text: string): LedgerHead | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  return match ? { count: Number(match[1]), hash: match[2] ?? '' } : null;
}

/** The key of the setting that stores the head of the ledger. */
export const LEDGER_HEAD = 'ledger-head';
/** The head of an empty ledger. Its hash is the previous hash of the first entry. */
export const EMPTY_HEAD: LedgerHead = { count: 0, hash: '0'.repeat(64) };

/**
 * Serializes a value as JSON without spaces and with sorted object keys (by UTF-16 code units), so
 * that equal values always result in the same text.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/**
 * Returns the SHA-256 hash of a ledger entry, in hex. The entry, including the hash of the previous
 * entry, is first serialized as canonical JSON.
 */
export function entryHash(entry: Omit<LedgerEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
