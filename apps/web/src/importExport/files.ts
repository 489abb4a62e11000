import { CSV_TOO_LARGE, MAX_CSV_CHARACTERS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { saveFile } from '@/lib/saveFile.ts';

/** Thrown if a chosen file cannot be read. The message includes the next step. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/**
 * Returns the text of a CSV file.
 * @throws FileProblem if the file is too large or not UTF-8
 */
export async function readCsvFile(file: File): Promise<string> {
  if (file.size > MAX_CSV_CHARACTERS) throw new FileProblem(CSV_TOO_LARGE);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new FileProblem(
      t`${{ file: file.name }} isn’t UTF-8. In Excel, save it as “CSV UTF-8 (Comma delimited)”.`,
    );
  }
}

/** Makes the browser save text as a file. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
