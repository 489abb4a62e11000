import { z } from 'zod';
import { newerSchema } from '../../../../platform/database/database.ts';
import { MIGRATIONS } from '../../../../platform/database/migrations/index.ts';
import { BackupError, DATABASES } from './files.ts';

/** The name of the manifest, which is the first entry of a backup. */
export const MANIFEST = 'manifest.json';
/** The maximum size of a manifest in bytes. Real manifests are only a few hundred bytes long. */
export const MAX_MANIFEST = 64 * 1024;
/** The version of the backup format. Each change to the format increments it. */
const FORMAT_VERSION = 1;

const kind = z.object({ format: z.literal('halyard-backup'), formatVersion: z.int().min(1) });

const entry = z.strictObject({
  name: z.enum(Object.values(DATABASES)),
  bytes: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifest = kind.extend({
  /** The version of Halyard that made the backup. */
  halyard: z.string().max(40),
  /** The time of the snapshot in the backup, in ISO 8601. */
  createdAt: z.iso.datetime(),
  /**
   * The schema version of the relational database in the backup: the number of applied migrations.
   */
  schemaVersion: z.int().min(1),
  /** The databases in the backup, each listed exactly once. */
  files: z
    .array(entry)
    .length(Object.keys(DATABASES).length)
    .refine((files) => new Set(files.map(({ name }) => name)).size === files.length),
});

export const notABackup = () => new BackupError('This file is not a backup made by Halyard.');

/** The description of a backup, which is stored in the backup itself. */
export type Manifest = z.infer<typeof manifest>;
export type ManifestEntry = Manifest['files'][number];

export function newManifest(about: Omit<Manifest, 'format' | 'formatVersion'>): Manifest {
  return { format: 'halyard-backup', formatVersion: FORMAT_VERSION, ...about };
}

/**
 * Parses a manifest.
 * @throws BackupError if the text is not a manifest, AppError if it comes from a newer version of
 * Halyard
 */
export function readManifest(text: string): Manifest {
  const json = parseJson(text);
  const known = kind.safeParse(json);
  if (!known.success) throw notABackup();
  if (known.data.formatVersion > FORMAT_VERSION)
    throw new BackupError(
      `The backup has format ${known.data.formatVersion}, from a newer version of Halyard; this version supports format ${FORMAT_VERSION}. Restore it with the newer version.`,
    );
  const parsed = manifest.safeParse(json);
  if (!parsed.success) throw new BackupError('The backup is damaged: its manifest is not valid.');
  if (parsed.data.schemaVersion > MIGRATIONS.length) throw newerSchema(parsed.data.schemaVersion);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
