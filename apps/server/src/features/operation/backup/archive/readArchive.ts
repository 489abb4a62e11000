import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Parser, type ReadEntry } from 'tar';
import { BackupError } from './files.ts';
import {
  MANIFEST,
  MAX_MANIFEST,
  type Manifest,
  type ManifestEntry,
  notABackup,
  readManifest,
} from './manifest.ts';

const damaged = (why: string) => new BackupError(`The backup is damaged: ${why}`);

/**
 * Unpacks a backup into a folder, if the disk has enough space. Does not trust the archive: writes
 * only Halyard's own databases, with the paths and lengths in the manifest.
 * @param onUnpacked called after each part with the number of bytes unpacked so far and the total
 * @throws BackupError if a file is missing or unexpected, or a checksum is wrong
 */
export async function unpackBackup(
  file: string,
  folder: string,
  onUnpacked: (bytes: number, total: number) => void = () => {},
): Promise<Manifest> {
  let [unpacked, total] = [0, 0];
  const onChunk = (bytes: number): void => {
    unpacked += bytes;
    onUnpacked(unpacked, total);
  };
  let manifest: Manifest | null = null;
  const missing = new Map<string, ManifestEntry>();
  await readEntries(file, async (entry) => {
    if (entry.type !== 'File') throw damaged(`${entry.path} is not a regular file.`);
    if (manifest === null) {
      manifest = await manifestIn(entry);
      for (const one of manifest.files) {
        missing.set(one.name, one);
        total += one.bytes;
      }
      await requireRoom(folder, manifest);
      return;
    }
    const expected = missing.get(entry.path);
    if (!expected) throw damaged(`it contains an unexpected file, ${entry.path}.`);
    if (entry.size !== expected.bytes) throw damaged(`${entry.path} has the wrong size.`);
    const hash = await unpackEntry(entry, path.join(folder, expected.name), onChunk);
    if (hash !== expected.sha256) throw damaged(`${entry.path} has the wrong checksum.`);
    missing.delete(entry.path);
  });
  const [first] = missing.keys();
  if (manifest === null) throw notABackup();
  if (first !== undefined) throw damaged(`${first} is missing.`);
  return manifest;
}

async function manifestIn(entry: ReadEntry): Promise<Manifest> {
  if (entry.path !== MANIFEST || entry.size > MAX_MANIFEST) throw notABackup();
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk);
  return readManifest(Buffer.concat(chunks).toString('utf8'));
}

/**
 * Checks that the databases fit on the disk.
 * @throws BackupError if the disk has less space than the manifest requires
 */
async function requireRoom(folder: string, { files }: Manifest): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { bavail, bsize } = await statfs(folder);
  if (needed > bavail * bsize)
    throw new BackupError(`Not enough disk space: the databases need ${needed} bytes.`);
}

/**
 * Writes one entry of an archive to a file.
 * @returns the SHA-256 hash of the file's content, in hex
 */
async function unpackEntry(
  entry: ReadEntry,
  to: string,
  onChunk: (bytes: number) => void,
): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of entry) {
      hash.update(chunk);
      await handle.writeFile(chunk);
      onChunk(chunk.length);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

/** Reads the entries of an archive one at a time. Rejects at the first fault. */
function readEntries(file: string, take: (entry: ReadEntry) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = createReadStream(file);
    const entries: ReadEntry[] = [];
    let work = Promise.resolve();
    const fail = (error: unknown) => {
      source.destroy();
      // Destroying the entries makes their readers fail and close the files that they are writing.
      // Only after that may the caller delete the files.
      for (const entry of entries) entry.destroy(error);
      const end = () => reject(error);
      work.then(end, end);
    };
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: MAX_MANIFEST,
      onReadEntry(entry) {
        entries.push(entry);
        entry.on('error', () => undefined);
        work = work.then(() => take(entry));
        work.catch(fail);
      },
    });
    source.on('error', (error) =>
      fail(new BackupError(`${file} cannot be read: ${error.message}`)),
    );
    parser.on('error', () => fail(damaged('it is truncated, was changed, or is not an archive.')));
    parser.on('end', () => work.then(resolve, fail));
    // The parser for tar files is a writable stream, although its types do not say so.
    source.pipe(parser as unknown as NodeJS.WritableStream);
  });
}
