import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { DIALOG_PARAM as PARAM } from './backCloses.ts';

/** Returns the URL of a page with a dialog open. */
export const withDialog = (path: string, dialog: string) => `${path}?${PARAM}=${dialog}`;

/**
 * Returns whether a dialog is open according to the page's URL, and a function that opens or closes
 * it. Links and the command palette can therefore open the dialog.
 */
export function useDialogParam(dialog: string): [open: boolean, setOpen: (open: boolean) => void] {
  const [value, setValue] = useParam(dialog);
  const setOpen = useCallback(
    (next: boolean) => setValue(next ? dialog : null),
    [dialog, setValue],
  );
  return [value === dialog, setOpen];
}

/**
 * Returns the row whose dialog is open according to the page's URL. The row stays as it was when
 * the dialog opened, so that live changes do not overwrite what the user types.
 * @param dialog distinguishes several lists on one page
 */
export function useDialogRow<Row extends { id: string }>(
  dialog: string,
  rows: readonly Row[],
): [row: Row | null, setRow: (row: Row | null) => void] {
  const prefix = `${dialog}:`;
  const [value, setValue] = useParam(dialog);
  const id = value?.startsWith(prefix) ? value.slice(prefix.length) : null;
  const [opened, setOpened] = useState<Row | null>(null);
  const found = opened?.id === id ? opened : (rows.find((row) => row.id === id) ?? null);
  if (found !== opened) setOpened(found);
  const setRow = useCallback(
    (row: Row | null) => setValue(row && `${prefix}${row.id}`),
    [prefix, setValue],
  );
  return [found, setRow];
}

/**
 * Returns the ID of the row whose dialog is open according to the page's URL. For pages that have
 * not loaded the row.
 */
export function useDialogId(
  dialog: string,
): [id: string | null, setId: (id: string | null) => void] {
  const prefix = `${dialog}:`;
  const [value, setValue] = useParam(dialog);
  const setId = useCallback(
    (id: string | null) => setValue(id === null ? null : `${prefix}${id}`),
    [prefix, setValue],
  );
  return [value?.startsWith(prefix) ? value.slice(prefix.length) : null, setId];
}

/**
 * Returns the value of the URL parameter for the open dialog, and a function that sets it. Setting
 * it to null does nothing while a different dialog is open.
 */
function useParam(dialog: string) {
  const [params, setParams] = useSearchParams();
  const value = params.get(PARAM);
  const latest = useRef<string | null>(null);
  useEffect(() => {
    latest.current = value;
    return () => {
      latest.current = null;
    };
  }, [value]);
  const setValue = useCallback(
    (next: string | null) => {
      // A different dialog is open, or a save ended after the user left the page, so leave the URL
      // unchanged.
      if (next === null && latest.current?.split(':')[0] !== dialog) return;
      setParams(
        (current) => {
          const changed = new URLSearchParams(current);
          if (next === null) changed.delete(PARAM);
          else changed.set(PARAM, next);
          return changed;
        },
        { replace: true },
      );
    },
    [dialog, setParams],
  );
  return [value, setValue] as const;
}
