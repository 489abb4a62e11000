import {
  type UseMutationOptions,
  type UseMutationResult,
  // biome-ignore lint/style/noRestrictedImports: this file adds the guard that others must use
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

interface ActionOptions<Output, Input, Context>
  extends UseMutationOptions<Output, Error, Input, Context> {
  /**
   * Returns the row that an action changes. Set this if the rows of a list share one action. The
   * action can then run for several rows at once, but not twice at once for the same row.
   */
  rowOf?: (input: Input) => unknown;
}

type Without<Result, Key extends PropertyKey> = Result extends unknown ? Omit<Result, Key> : never;

/** The result of `useMutation`, without `mutateAsync`, which would allow concurrent runs. */
export type Action<Output, Input = void, Context = unknown> = Without<
  UseMutationResult<Output, Error, Input, Context>,
  'mutateAsync'
>;

interface Run {
  settled: boolean;
}

/**
 * A mutation that cannot run twice at the same time: `mutate` does nothing until the result of the
 * previous run is on screen. It can run again after a failure or `reset`.
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
    // By now a dialog that closes after a success has been rendered as closed.
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
        // Deletes the entry only for the latest run of its row.
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
