import { t } from '@halyard/messages';
import { z } from 'zod';
import { IMPORT_KINDS } from '../importExport/columns.ts';
import { CSV_TOO_LARGE, MAX_CSV_CHARACTERS } from '../importExport/limits.ts';
import { flagFilters, searched } from './lists.ts';

/**
 * Maximum size in bytes of a request with a CSV file, allowing for the escapes that JSON adds for
 * quotes and line breaks.
 */
export const MAX_CSV_BODY_BYTES = 2 * MAX_CSV_CHARACTERS;

export const byKind = z.object({ kind: z.enum(IMPORT_KINDS) });

const csvText = z
  .string({ error: t`A CSV file is required` })
  .max(MAX_CSV_CHARACTERS, CSV_TOO_LARGE);
export const importPreviewRequest = z.object({ csv: csvText });
export const importRequest = z.object({
  csv: csvText,
  /**
   * The `plan` from the dry run that the user saw. The import makes exactly the changes in that
   * plan, or none.
   */
  plan: z.string({ error: t`Run the dry run first` }).max(100),
  /** Whether to mail sign-in instructions to each new user. Only for imports of users. */
  invite: z.boolean().default(false),
});
export type ImportRequest = z.infer<typeof importRequest>;

/**
 * What an import does with a line of the file: creates a record, updates one, or leaves it
 * unchanged (`same`). If any line is rejected (`refused`), the import changes nothing.
 */
export const LINE_FATES = ['create', 'update', 'same', 'refused'] as const;
export type LineFate = (typeof LINE_FATES)[number];

/**
 * A field that an import changes, with the old and new values as shown to users; '' means no value.
 */
export const importChange = z.object({ column: z.string(), from: z.string(), to: z.string() });
export type ImportChange = z.infer<typeof importChange>;

export const importLine = z.object({
  /** The line number in the CSV file, as shown in a spreadsheet. The header is line 1. */
  line: z.number().int(),
  /** The record's name, flag ID or username. */
  name: z.string(),
  fate: z.enum(LINE_FATES),
  /** The reason why the import rejects the line. */
  notes: z.array(z.object({ column: z.string(), text: z.string() })),
  /** The fields that the import changes in an existing record, in column order. */
  changes: z.array(importChange),
});
export type ImportLine = z.infer<typeof importLine>;

export const importPlan = z.object({
  plan: z.string(),
  /**
   * At most 2,000 lines of the file. In a longer file, unchanged lines are left out first, and
   * lines with errors last.
   */
  lines: z.array(importLine),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  /** Warnings about the whole CSV file, such as unknown columns. */
  warnings: z.array(z.string()),
  /**
   * Whether invitations can be mailed. This requires a mail server and the console's public URL.
   */
  mayInvite: z.boolean(),
});
export type ImportPlan = z.infer<typeof importPlan>;

/**
 * The state of an import. `waiting`: another import of the same kind is still running; `checking`:
 * the lines are being checked; `staging`: the new records are being stored, but nobody sees them
 * yet; `finishing`: all new records are visible, and the import is about to end.
 */
export const IMPORT_STATES = [
  'waiting',
  'checking',
  'staging',
  'finishing',
  'done',
  'failed',
  'canceled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** An import that is running or that has ended in the last 7 days. */
export const importState = z.object({
  id: z.string(),
  kind: z.enum(IMPORT_KINDS),
  state: z.enum(IMPORT_STATES),
  /** How much of the import is done, in percent. */
  percent: z.number().int().min(0).max(100),
  /** Whether the import can be canceled, which is possible until its new records become visible. */
  mayCancel: z.boolean(),
  /** How many records the import creates, and how many it updates. */
  created: z.number().int(),
  updated: z.number().int(),
  /** Whether the device keys of the import's new flags can still be downloaded. */
  hasKeys: z.boolean(),
  /** The reason why nothing was imported; null if the import has not failed. */
  problem: z.string().nullable(),
  /** The time when the import was started, in epoch milliseconds. */
  createdAt: z.number().int(),
  endedAt: z.number().int().nullable(),
});
export type Import = z.infer<typeof importState>;

export const importResult = importState.extend({
  /**
   * The new device keys as CSV, if the import has already ended and created at most 1,000 flags.
   * Otherwise null; if `hasKeys` is true, the keys can be downloaded later.
   */
  keys: z.string().nullable(),
  /** Number of invitations that are being mailed. */
  invited: z.number().int(),
});
export type ImportResult = z.infer<typeof importResult>;

/** The search text of the list page. By default, the whole list is exported. */
export const exportQuery = z.object({ q: searched });
export const flagExportQuery = exportQuery.extend(flagFilters);
export type FlagExportQuery = z.infer<typeof flagExportQuery>;
