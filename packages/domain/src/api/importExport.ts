import { t } from '@halyard/messages';
import { z } from 'zod';
import { IMPORT_KINDS } from '../importExport/columns.ts';
import { CSV_TOO_LARGE, MAX_CSV_CHARACTERS } from '../importExport/limits.ts';
import { flagFilters, searched } from './lists.ts';

/**
 * Maximum size in bytes of a request with a CSV file, whose quotes and line breaks JSON escapes.
 */
export const MAX_CSV_BODY_BYTES = 3 * MAX_CSV_CHARACTERS;

export const byKind = z.object({ kind: z.enum(IMPORT_KINDS) });

const csvText = z
  .string({ error: t`A CSV file is required` })
  .max(MAX_CSV_CHARACTERS, CSV_TOO_LARGE);
export const importPreviewRequest = z.object({ csv: csvText });
export const importRequest = z.object({
  csv: csvText,
  /** The `plan` of the dry run that the user saw. The import does exactly that, or nothing. */
  plan: z.string({ error: t`Run the dry run first` }).max(100),
  /** Only for imports of users: whether to mail each new user how to sign in. */
  invite: z.boolean().default(false),
});
export type ImportRequest = z.infer<typeof importRequest>;

/**
 * What an import does with a line: it creates a record, updates one, or finds it unchanged
 * (`same`). If any line is rejected, nothing in the file is imported.
 */
export const LINE_FATES = ['create', 'update', 'same', 'refused'] as const;
export type LineFate = (typeof LINE_FATES)[number];

/** One field that an import changes, with both values as shown to users; '' means no value. */
export const importChange = z.object({ column: z.string(), from: z.string(), to: z.string() });
export type ImportChange = z.infer<typeof importChange>;

export const importLine = z.object({
  /** The line number in a spreadsheet; the headings are line 1. */
  line: z.number().int(),
  /** The record's name, flag ID or username. */
  name: z.string(),
  fate: z.enum(LINE_FATES),
  /** Why a line is rejected. */
  notes: z.array(z.object({ column: z.string(), text: z.string() })),
  /** The fields that an update changes, in the order of the columns. */
  changes: z.array(importChange),
});
export type ImportLine = z.infer<typeof importLine>;

export const importPlan = z.object({
  plan: z.string(),
  lines: z.array(importLine),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    same: z.number().int(),
    refused: z.number().int(),
  }),
  /** Warnings about the file, such as unknown columns. */
  warnings: z.array(z.string()),
  /** Whether users can be invited, which needs a mail server and the console's public URL. */
  mayInvite: z.boolean(),
});
export type ImportPlan = z.infer<typeof importPlan>;

export const importResult = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  /** The new device keys as CSV, only in this response; null if no flag was created. */
  keys: z.string().nullable(),
  /** Number of invitations that are being mailed. */
  invited: z.number().int(),
});
export type ImportResult = z.infer<typeof importResult>;

/** The search text of the list's page; absent to export the whole list. */
export const exportQuery = z.object({ q: searched });
export const flagExportQuery = exportQuery.extend(flagFilters);
export type FlagExportQuery = z.infer<typeof flagExportQuery>;
