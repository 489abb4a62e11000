import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** One line of a Dockerfile. */
interface Step {
  word: string;
  /** What follows the word, flags aside. */
  rest: string;
  /** The stage that a COPY takes from; null: the context. */
  from: string | null;
}

/** A stage: what it is called and what it does. */
export interface Stage {
  name: string | null;
  steps: Step[];
}

/** Reads a Dockerfile that has one step a line. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split('\n')) {
    const [, word, args] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === undefined || args === undefined) continue;
    if (word === 'FROM') stages.push({ name: / AS (\S+)$/.exec(args)?.[1] ?? null, steps: [] });
    const from = /^--from=(\S+)\s/.exec(args)?.[1] ?? null;
    stages.at(-1)?.steps.push({ word, rest: args.replace(/^(--\S+\s+)+/, ''), from });
  }
  return stages;
}

/** The steps of one kind. */
export const stepsOf = (stage: Stage, word: string): Step[] =>
  stage.steps.filter((step) => step.word === word);

/** A list as Dockerfiles write it: `["node", "a.js"]`. */
export const commandOf = (step: Step): string[] =>
  JSON.parse(step.rest.slice(step.rest.indexOf('['))) as string[];

/** The variables that a stage sets. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(stepsOf(stage, 'ENV').map(({ rest }) => rest.split('=') as [string, string]));

/** Runs a stage's commands in a folder that stands for its working directory. */
export async function runCommands(stage: Stage, folder: string): Promise<void> {
  const { NODE_OPTIONS: _, NODE_ENV: __, ...env } = process.env;
  for (const { rest } of stepsOf(stage, 'RUN'))
    await promisify(execFile)('sh', ['-c', rest], { cwd: folder, env, maxBuffer: 1e8 });
}

/** Copies what a stage takes from another, from folder to folder; `root` is that one's working directory. */
export async function copyFrom(
  stage: Stage,
  folders: { from: string; to: string; root: string },
): Promise<void> {
  for (const { rest, from } of stepsOf(stage, 'COPY')) {
    if (from === null) continue;
    const words = rest.split(/\s+/);
    const target = words.pop()!;
    for (const source of words) {
      const file = path.join(folders.from, path.relative(folders.root, source));
      const to = path.join(folders.to, target, target.endsWith('/') ? path.basename(file) : '');
      await mkdir(path.dirname(to), { recursive: true });
      await cp(file, to, { recursive: true, verbatimSymlinks: true });
    }
  }
}
