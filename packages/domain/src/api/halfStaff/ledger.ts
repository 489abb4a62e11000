import { z } from 'zod';

export const LEDGER_KINDS = [
  'should-be',
  'commanded',
  'acknowledged',
  'reported',
  'deviation',
  'held',
  'released',
  'locked',
  'unlocked',
  'alarm',
  'order-approved',
  /**
   * A ledger entry for a company's second approval of an order. Also written if a waiting order
   * takes effect because the company stopped requiring second approvals; `body.why` then says so.
   */
  'order-second-approved',
  'order-amended',
  'order-cancelled',
  'day-confirmed',
  'engine-on',
  'engine-off',
  /**
   * A ledger entry for a pole that went offline or came back online while an order, half-staff day
   * or daily rule was in effect.
   */
  'offline',
  'online',
  /**
   * A ledger entry that an upgrade of Halyard writes once. It lists recorded deviations that were
   * actually shorter or did not happen at all.
   */
  'corrected',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** One entry of the append-only ledger. The fields of `body` depend on `kind`. */
export const ledgerEntry = z.object({
  seq: z.number().int(),
  /** The time of the ledger entry, in epoch milliseconds. */
  at: z.number(),
  kind: z.enum(LEDGER_KINDS),
  flagId: z.string().nullable(),
  flagName: z.string().nullable(),
  companyId: z.string().nullable(),
  company: z.string().nullable(),
  sourceKey: z.string().nullable(),
  body: z.record(z.string(), z.json()),
  prevHash: z.string(),
  /** SHA-256, in hex, of this ledger entry and the previous entry's hash. */
  hash: z.string(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** The latest hash of the ledger's chain, always printed as COUNT:HASH. */
export const ledgerHead = z.object({ head: z.string(), at: z.number() });
export type LedgerHeadText = z.infer<typeof ledgerHead>;
