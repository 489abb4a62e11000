import fs from 'node:fs';
import path from 'node:path';

/** The most entries that a folder may have. */
export const MOST_ENTRIES = 12;

/** Whether a path, relative to the root of a tree, is test code. Paths of folders end with `/`. */
export const isForTests = (file) => /\.test\.tsx?$|(^|\/)(testing|fixtures)\//.test(file);

/**
 * Returns the folders with more than twelve entries, each with their number, as paths relative to
 * the root. The root counts too, and so do folders that contain only folders. Test code does not
 * count.
 */
export function longFolders(root) {
  const found = [];
  const visit = (folder) => {
    const entries = fs
      .readdirSync(path.join(root, folder), { withFileTypes: true })
      .map((entry) => ({ entry, at: path.posix.join(folder, entry.name) }))
      .filter(({ entry, at }) => !isForTests(entry.isDirectory() ? `${at}/` : at));
    if (entries.length > MOST_ENTRIES) found.push({ folder, entries: entries.length });
    for (const { entry, at } of entries) if (entry.isDirectory()) visit(at);
  };
  visit('.');
  return found;
}
