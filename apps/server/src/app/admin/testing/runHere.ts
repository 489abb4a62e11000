import { vi } from 'vitest';
import { runCommand } from '../runCommand.ts';

/** What a command printed, and its exit code. */
export interface Finished {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs an admin command in this process, which is much faster than starting one. The command must
 * not read standard input.
 */
export async function runHere(args: string[], env: Record<string, string>): Promise<Finished> {
  const finished: Finished = { code: null, out: '', err: '' };
  const record = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    finished[stream] += text.toString();
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(record('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(record('err')),
  ];
  try {
    finished.code = await runCommand(args, { ...process.env, DATABASE_URL: '', ...env });
    return finished;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
