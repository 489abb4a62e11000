import {
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: what follows is the guard around it
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

interface ActionOptions<Output, Input, Context>
  extends UseMutationOptions<Output, Error, Input, Context> {
  /**
   * Where one action serves many rows: which row an input is about. Two rows may be worked on at once,
   * one row not twice.
   */
  rowOf?: (input: Input) => unknown;
}

type Without<Result, Key extends PropertyKey> = Result extends unknown ? Omit<Result, Key> : never;

/** As `useMutation` answers, without the way around the guard. */
export type Action<Output, Input = void, Context = unknown> = Without<
  UseMutationResult<Output, Error, Input, Context>,
  'mutateAsync'
>;

interface Run {
  settled: boolean;
}

/**
 * A mutation that runs once at a time: until it has ended, and what follows from that is on screen,
 * `mutate` does nothing. A button that is disabled while `isPending` is not enough, since it is disabled
 * a moment later: two submits in that moment would create two things. It may be tried again after a
 * failure, and after `reset`.
 */
export function useAction<Output, Input = void, Context = unknown>({
  rowOf,
  ...options
}: ActionOptions<Output, Input, Context>): Action<Output, Input, Context> {
  const mutation = useMutation(options);
  const { mutateAsync, reset: forget } = mutation;
  const runs = useRef(new Map<unknown, Run>());
  const row = useRef(rowOf);
  useEffect(() => {
    row.current = rowOf;
    // A dialog that closes after a success is rendered closed by now.
    for (const [key, { settled }] of runs.current) if (settled) runs.current.delete(key);
  });

  const mutate = useCallback<typeof mutation.mutate>(
    (...args) => {
      const key = row.current?.(args[0] as Input);
      if (runs.current.has(key)) return;
      const run: Run = { settled: false };
      runs.current.set(key, run);
      const end = () => {
        run.settled = true;
        // Only the row started last renders again when it ends.
        if (row.current && runs.current.get(key) === run) runs.current.delete(key);
      };
      mutateAsync(...args).then(end, end);
    },
    [mutateAsync],
  );
  const reset = useCallback(() => {
    runs.current.clear();
    forget();
  }, [forget]);
  return { ...mutation, mutate, reset };
}
