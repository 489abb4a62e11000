import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';

const PARAM = 'dialog';

/** The address of a page with one of its dialogs open. */
export const withDialog = (path: string, dialog: string) => `${path}?${PARAM}=${dialog}`;

/**
 * Whether a dialog of the page is open, kept in the page's address: a link, the command palette and
 * the way back after signing in open it too.
 */
export function useDialogParam(dialog: string): [open: boolean, setOpen: (open: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const setOpen = useCallback(
    (next: boolean) => {
      // A save may end when its page was left long ago: the address is another's then.
      if (!shown.current) return;
      setParams(
        (current) => {
          const changed = new URLSearchParams(current);
          if (next) changed.set(PARAM, dialog);
          else if (changed.get(PARAM) === dialog) changed.delete(PARAM);
          return changed;
        },
        { replace: true },
      );
    },
    [dialog, setParams],
  );
  return [params.get(PARAM) === dialog, setOpen];
}
