import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** One line of a Dockerfile. */
interface Step {
  word: string;
  /** The text after the instruction and its flags. */
  rest: string;
  /** The stage that a COPY instruction copies files from. Null for the build context. */
  from: string | null;
}

/** A stage of a Dockerfile, with its name and steps. */
export interface Stage {
  name: string | null;
  /** The stage or image that this stage starts from. */
  base: string;
  steps: Step[];
}

/** Parses a Dockerfile with one line per step. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of text.split('\n')) {
    const [, word, args] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === undefined || args === undefined) continue;
    if (word === 'FROM') {
      const [base = ''] = args.split(' ');
      stages.push({ name: / AS (\S+)$/.exec(args)?.[1] ?? null, base, steps: [] });
    }
    const from = /^--from=(\S+)\s/.exec(args)?.[1] ?? null;
    stages.at(-1)?.steps.push({ word, rest: args.replace(/^(--\S+\s+)+/, ''), from });
  }
  return stages;
}

/** Returns the steps of a stage that have a given instruction, such as COPY. */
export const stepsOf = (stage: Stage, word: string): Step[] =>
  stage.steps.filter((step) => step.word === word);

/** Parses a list in a Dockerfile, such as `["node", "a.js"]`. */
export const commandOf = (step: Step): string[] =>
  JSON.parse(step.rest.slice(step.rest.indexOf('['))) as string[];

/** Returns the variables that a stage sets. */
export const environmentOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(stepsOf(stage, 'ENV').map(({ rest }) => rest.split('=') as [string, string]));

/**
 * Runs the steps of all stages except the last, each stage in its own folder.
 * @param context the folder to copy from
 * @returns the folder of each stage, by stage name
 */
export async function makeStages(
  stages: readonly Stage[],
  context: string,
  folder: string,
): Promise<Map<string, string>> {
  const { NODE_OPTIONS: _, NODE_ENV: __, ...env } = process.env;
  const made = new Map<string, string>();
  for (const stage of stages) {
    const own = path.join(folder, stage.name!);
    const base = made.get(stage.base);
    if (base) await cp(base, own, { recursive: true, verbatimSymlinks: true });
    else await mkdir(own);
    for (const { word, rest, from } of stage.steps) {
      if (word === 'RUN')
        await promisify(execFile)('sh', ['-c', rest], { cwd: own, env, maxBuffer: 1e8 });
      if (word !== 'COPY' || from !== null) continue;
      const words = rest.split(/\s+/);
      const target = words.pop()!;
      for (const source of words) {
        const isFolder = source === '.';
        const to = path.join(own, target, isFolder ? '' : path.basename(source));
        await cp(path.join(context, source), to, { recursive: true, verbatimSymlinks: true });
      }
    }
    made.set(stage.name!, own);
  }
  return made;
}

/**
 * Runs the COPY instructions of a stage that copy files from other stages.
 * @param made the folder of each stage, by stage name
 * @param to the folder to copy to
 * @param root the working directory in the stages
 */
export async function copyFrom(
  stage: Stage,
  { made, to, root }: { made: Map<string, string>; to: string; root: string },
): Promise<void> {
  for (const { rest, from } of stepsOf(stage, 'COPY')) {
    if (from === null) continue;
    const words = rest.split(/\s+/);
    const target = words.pop()!;
    for (const source of words) {
      const file = path.join(made.get(from)!, path.relative(root, source));
      const copy = path.join(to, target, target.endsWith('/') ? path.basename(file) : '');
      await mkdir(path.dirname(copy), { recursive: true });
      await cp(file, copy, { recursive: true, verbatimSymlinks: true });
    }
  }
}
