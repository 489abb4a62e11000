import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';

/** Registers an edited form. Returns a function that unregisters it. */
type Note = () => () => void;

const EditedContext = createContext<Note | null>(null);

interface Edited {
  /** Returns whether any of the registered forms was edited and not saved. */
  isEdited: () => boolean;
  /** A component that tracks edits in the forms inside it. */
  Provider: (props: { children: ReactNode }) => ReactNode;
}

/**
 * Tracks which forms in a window were edited, so that the window asks for confirmation before it
 * discards typed input.
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

/** Reports to the enclosing window that a form in it was edited. */
export function Edited({ when }: { when: boolean }): null {
  const note = useContext(EditedContext);
  useEffect(() => (when ? note?.() : undefined), [note, when]);
  return null;
}
