import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';

/**
 * Records that a form has unsaved edits.
 * @returns a function to call when the form has no more unsaved edits
 */
type Note = () => () => void;

const EditedContext = createContext<Note | null>(null);

interface Edited {
  /** Returns whether a form in the dialog has unsaved edits. */
  isEdited: () => boolean;
  /** A context provider to render around the dialog's forms. */
  Provider: (props: { children: ReactNode }) => ReactNode;
}

/**
 * Tracks unsaved edits in a dialog's forms, so that the dialog can ask for confirmation before it
 * closes.
 */
export function useEditedForms(): Edited {
  const count = useRef(0);
  return useMemo(() => {
    const note: Note = () => {
      count.current += 1;
      return () => {
        count.current -= 1;
      };
    };
    return {
      isEdited: () => count.current > 0,
      Provider: ({ children }) => <EditedContext value={note}>{children}</EditedContext>,
    };
  }, []);
}

/** Records that a form in the enclosing dialog has unsaved edits. */
export function Edited({ when }: { when: boolean }): null {
  const note = useContext(EditedContext);
  useEffect(() => (when ? note?.() : undefined), [note, when]);
  return null;
}
