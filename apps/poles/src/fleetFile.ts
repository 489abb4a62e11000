import { readFile } from 'node:fs/promises';
import { BEHAVIOURS, isBehaviour } from './behaviours.ts';
import type { FleetPole } from './fleet.ts';

/**
 * Reads a fleet file: a JSON list of `{ownerId, flagId, key, name, behaviour}`.
 * @throws Error with a one-sentence message that identifies the file and, if possible, the invalid
 * entry
 */
export async function readFleetFile(path: string): Promise<FleetPole[]> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read the fleet file ${path}: ${(error as Error).message}`);
  }
  return parseFleet(text, path);
}

/**
 * Parses the text of a fleet file.
 * @param source the file's name, for error messages
 * @throws Error with a one-sentence message if the text is invalid
 */
export function parseFleet(text: string, source: string): FleetPole[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error(`${source} is not JSON.`);
  }
  if (!Array.isArray(list)) throw new Error(`${source} must contain a list of poles.`);
  return list.map((entry, i) => readEntry(entry, `${source}, pole ${i + 1}`));
}

function readEntry(entry: unknown, where: string): FleetPole {
  if (typeof entry !== 'object' || entry === null) throw new Error(`${where} is not an object.`);
  const fields = new Map<string, unknown>(Object.entries(entry));
  const text = (name: string): string => {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '')
      throw new Error(`${where}: "${name}" must be a non-empty string.`);
    return value;
  };
  const behaviour = fields.get('behaviour') ?? 'normal';
  if (!isBehaviour(behaviour))
    throw new Error(`${where}: "behaviour" must be one of ${BEHAVIOURS.join(', ')}.`);
  return {
    ownerId: text('ownerId'),
    flagId: text('flagId'),
    key: text('key'),
    name: text('name'),
    behaviour,
  };
}
