import { createHash } from 'node:crypto';
import type { LedgerEntry } from '@halyard/domain';

/** The chain's head: the number of entries, and the hash of the last one. */
export interface LedgerHead {
  count: number;
  hash: string;
}

/** Formats a head as COUNT:HASH, the only format in which heads are printed and parsed. */
export const headText = ({ count, hash }: LedgerHead): string => `${count}:${hash}`;

/**
 * Parses a head from COUNT:HASH.
 * @returns null if the text is not a head
 */
export function readHeadText(text: string): LedgerHead | null {
  const match = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text);
  return match ? { count: Number(match[1]), hash: match[2] ?? '' } : null;
}

/** Key of the setting in which the head is stored. */
export const LEDGER_HEAD = 'ledger-head';
/** The head of an empty ledger, whose hash is the previous hash of the first entry. */
export const EMPTY_HEAD: LedgerHead = { count: 0, hash: '0'.repeat(64) };

/**
 * Serializes a value as JSON with sorted object keys (by UTF-16 code units) and no spaces, so that
 * equal values have equal serializations.
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
 * Returns the SHA-256, in hex, of an entry's canonical JSON, which includes the previous entry's
 * hash.
 */
export function entryHash(entry: Omit<LedgerEntry, 'hash'>): string {
  return createHash('sha256').update(canonicalJson(entry)).digest('hex');
}
