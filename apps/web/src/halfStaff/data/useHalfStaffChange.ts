import { useQueryClient } from '@tanstack/react-query';
import { serverMessage } from '@/lib/api/api.ts';
import { type Action, useAction } from '@/lib/forms/useAction.ts';
import { type ToastInput, toast, toastError } from '@/lib/page/toast.ts';
import { refetchHalfStaff } from './halfStaffQueries.ts';

/**
 * Returns an action that changes half-staff data and then refetches it. The action shows whether
 * the change succeeded and, if it failed, the server's reason.
 * @param rowOf returns the row to change, if all rows of a list share the action (see `useAction`)
 */
export function useHalfStaffChange<Input, Output>(
  run: (input: Input) => Promise<Output>,
  texts: { done: string | ((output: Output, input: Input) => ToastInput); failed: string },
  onDone: (output: Output) => void = () => {},
  rowOf?: (input: Input) => unknown,
): Action<Output, Input> {
  const client = useQueryClient();
  return useAction({
    ...(rowOf && { rowOf }),
    mutationFn: run,
    onSuccess: async (output, input) => {
      onDone(output);
      toast(typeof texts.done === 'string' ? { title: texts.done } : texts.done(output, input));
      await refetchHalfStaff(client);
    },
    onError: (error) => toastError(serverMessage(error, texts.failed)),
  });
}
