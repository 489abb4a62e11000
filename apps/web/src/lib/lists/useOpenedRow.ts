import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDialogId, useDialogRow } from '@/lib/page/dialogParam.ts';

/**
 * Returns the row whose dialog is open, even if the list has not loaded the row's page (see
 * `useDialogRow`).
 * @param fetchRow returns the query for a row by its ID
 */
export function useOpenedRow<Row extends { id: string }>(
  dialog: string,
  rows: readonly Row[],
  fetchRow: (id: string) => UseQueryOptions<Row, Error, Row, string[]>,
): [row: Row | null, setRow: (row: Row | null) => void] {
  const [id] = useDialogId(dialog);
  const isElsewhere = id !== null && !rows.some((row) => row.id === id);
  const { data } = useQuery({ ...fetchRow(id ?? ''), enabled: isElsewhere });
  const known = useMemo(
    () => (isElsewhere && data?.id === id ? [data] : rows),
    [isElsewhere, data, id, rows],
  );
  return useDialogRow(dialog, known);
}
