import { type SourceDefinition, sourceDefinition } from '@halyard/domain';
import { t } from '@lingui/core/macro';

const FILE_MAX_BYTES = 1024 * 1024;
/** Maximum number of errors to show for a source file. */
const SHOWN = 10;

/** The sources in a file, or the file's errors. */
export type SourceFile =
  | { definitions: SourceDefinition[]; errors: null }
  | { definitions: null; errors: string[] };

/** Reads a file with one source's definition, or an array of definitions. */
export async function readSourceFile(file: File): Promise<SourceFile> {
  if (file.size > FILE_MAX_BYTES)
    return failed([t`The file is larger than 1 MB. Split it into several files.`]);
  return parseSources(await file.text());
}

/** Parses the text of a source file. Each error says which entry and field are wrong. */
export function parseSources(text: string): SourceFile {
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return failed([t`The file isn’t valid JSON.`]);
  }
  const entries = Array.isArray(content) ? content : [content];
  if (entries.length === 0) return failed([t`The file contains no sources.`]);
  const parsed = entries.map((entry) => sourceDefinition.safeParse(entry));
  const errors = parsed.flatMap(({ error }, at) =>
    (error?.issues ?? []).map(({ path, message }) => errorText(at + 1, path.join('.'), message)),
  );
  if (errors.length > 0) return failed(errors);
  return { definitions: parsed.flatMap(({ data }) => data ?? []), errors: null };
}

function errorText(entry: number, field: string, message: string): string {
  return field === '' ? t`Entry ${entry}: ${message}` : t`Entry ${entry}, ${field}: ${message}`;
}

function failed(errors: readonly string[]): SourceFile {
  const more = errors.length - SHOWN;
  const shown = errors.slice(0, SHOWN);
  return {
    definitions: null,
    errors: more > 0 ? [...shown, t`and ${{ count: String(more) }} more`] : shown,
  };
}
