import { t } from '@halyard/messages';
import { z } from 'zod';
import { AUTOPILOT_STATES } from '../flags/autopilot.ts';
import { FLAG_FILTERS, POSITION_FILTERS } from '../flags/filterNames.ts';
import { IMPORT_KINDS } from '../importExport/columns.ts';
import { CSV_TOO_LARGE, MAX_CSV_CHARACTERS } from '../importExport/limits.ts';
import { STATE_CODES } from '../places/states.ts';

/**
 * The maximum size in bytes of a request with a CSV file, whose quotes and line breaks JSON
 * escapes.
 */
export const MAX_CSV_BODY_BYTES = 3 * MAX_CSV_CHARACTERS;

export const byKind = z.object({ kind: z.enum(IMPORT_KINDS) });

const csvText = z
  .string({ error: t`A CSV file is required` })
  .max(MAX_CSV_CHARACTERS, CSV_TOO_LARGE);
export const importPreviewRequest = z.object({ csv: csvText });
export const importRequest = z.object({
  csv: csvText,
  /** `plan` of the dry run that the user saw. The import does exactly that, or nothing. */
  plan: z.string({ error: t`Run the dry run first` }).max(100),
  /** Only for imports of users: whether to mail each new user how to sign in. */
  invite: z.boolean().default(false),
});
export type ImportRequest = z.infer<typeof importRequest>;

/**
 * What an import does with a line: it creates something, updates something, or finds it unchanged
 * (`same`). If any line is refused, nothing in the file is imported.
 */
export const LINE_FATES = ['create', 'update', 'same', 'refused'] as const;
export type LineFate = (typeof LINE_FATES)[number];

/** One field that an import changes, with both values as shown to users; '' means no value. */
export const importChange = z.object({ column: z.string(), from: z.string(), to: z.string() });
export type ImportChange = z.infer<typeof importChange>;

export const importLine = z.object({
  /** The line number as in a spreadsheet: the headings are line 1. */
  line: z.number().int(),
  /** Name, flag ID or username. */
  name: z.string(),
  fate: z.enum(LINE_FATES),
  /** Why a line is refused. */
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
  /** Whether users can be invited. This needs a mail server and the console's public address. */
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

/** Searches the list as its page does; absent: exports the whole list. */
export const exportQuery = z.object({ q: z.string().max(200).optional() });
export const flagExportQuery = exportQuery.extend({
  /** One or more filters, separated by commas: a flag must meet all of them. */
  show: z
    .string()
    .max(200)
    .regex(
      new RegExp(`^(${FLAG_FILTERS.join('|')})(,(${FLAG_FILTERS.join('|')}))*$`),
      t`Show can only have ${{ filters: FLAG_FILTERS.join(', ') }}, separated by commas`,
    )
    .optional(),
  state: z.enum(STATE_CODES).optional(),
  position: z.enum(POSITION_FILTERS).optional(),
  autopilot: z.enum(AUTOPILOT_STATES).optional(),
  /** Ids. An id that does not exist, or that the caller may not see, has no flags. */
  company: z.string().max(200).optional(),
  location: z.string().max(200).optional(),
});
export type FlagExportQuery = z.infer<typeof flagExportQuery>;
