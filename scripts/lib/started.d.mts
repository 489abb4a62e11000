import type { ChildProcess } from 'node:child_process';

export function whenReady<T>(
  child: ChildProcess,
  ready: (printed: string, message?: unknown) => T | undefined,
): Promise<T>;
