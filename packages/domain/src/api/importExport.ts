import { z } from 'zod';
import { AUTOPILOT_STATES } from '../flags/autopilot.ts';
import { FLAG_FILTERS, POSITION_FILTERS } from '../flags/filterNames.ts';
import { IMPORT_KINDS } from '../importExport/columns.ts';
import { CSV_TOO_LARGE, MAX_CSV_CHARACTERS } from '../importExport/limits.ts';
import { STATE_CODES } from '../places/states.ts';

/** Bytes of a request that brings such a file: as JSON, where quotes and line breaks are escaped. */
export const MAX_CSV_BODY_BYTES = 3 * MAX_CSV_CHARACTERS;

export const byKind = z.object({ kind: z.enum(IMPORT_KINDS) });

const csvText = z
  .string({ error: 'A CSV file is required' })
  .max(MAX_CSV_CHARACTERS, CSV_TOO_LARGE);
export const importPreviewRequest = z.object({ csv: csvText });
export const importRequest = z.object({
  csv: csvText,
  /** `plan` of the dry run that was looked at: what it showed is what is done, or nothing. */
  plan: z.string({ error: 'Run the dry run first' }).max(100),
  /** People alone: mails each new one how to sign in. */
  invite: z.boolean().default(false),
});
export type ImportRequest = z.infer<typeof importRequest>;

/**
 * What becomes of a line: a new thing; an existing one that changes, or that the line describes as it is;
 * or refused, and then nothing of the file is imported.
 */
export const LINE_FATES = ['create', 'update', 'same', 'refused'] as const;
export type LineFate = (typeof LINE_FATES)[number];

/** One field of an existing thing that an import changes, both values as people read them; '' is none. */
export const importChange = z.object({ column: z.string(), from: z.string(), to: z.string() });
export type ImportChange = z.infer<typeof importChange>;

export const importLine = z.object({
  /** As a spreadsheet numbers it: the headings are line 1. */
  line: z.number().int(),
  /** Name, flag ID or username. */
  name: z.string(),
  fate: z.enum(LINE_FATES),
  /** Why a line is refused. */
  notes: z.array(z.object({ column: z.string(), text: z.string() })),
  /** What an update changes, in the order of the columns. */
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
  /** About the file: columns that nobody knows. */
  warnings: z.array(z.string()),
  /** Whether people can be invited: needs a mail server and the address that people use. */
  mayInvite: z.boolean(),
});
export type ImportPlan = z.infer<typeof importPlan>;

export const importResult = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  /** The new device keys as CSV, in this answer alone; null where no flag came. */
  keys: z.string().nullable(),
  /** Mails that are under way. */
  invited: z.number().int(),
});
export type ImportResult = z.infer<typeof importResult>;

/** What a list is searched for, as its page does it; all of it where absent. */
export const exportQuery = z.object({ q: z.string().max(200).optional() });
export const flagExportQuery = exportQuery.extend({
  /** One or more filters, separated by commas: a flag must meet all of them. */
  show: z
    .string()
    .max(200)
    .regex(
      new RegExp(`^(${FLAG_FILTERS.join('|')})(,(${FLAG_FILTERS.join('|')}))*$`),
      `Show may hold ${FLAG_FILTERS.join(', ')} only, separated by commas`,
    )
    .optional(),
  state: z.enum(STATE_CODES).optional(),
  position: z.enum(POSITION_FILTERS).optional(),
  autopilot: z.enum(AUTOPILOT_STATES).optional(),
  /** Ids; one that the caller may not see, or that does not exist, has no flags. */
  company: z.string().max(200).optional(),
  location: z.string().max(200).optional(),
});
export type FlagExportQuery = z.infer<typeof flagExportQuery>;
