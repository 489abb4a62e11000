import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';

/** Counts an edited form. Returns a function that undoes it. */
type Note = () => () => void;

const EditedContext = createContext<Note | null>(null);

interface Edited {
  /** Whether a form in it was edited and not saved. */
  isEdited: () => boolean;
  /** Wraps the forms. */
  Provider: (props: { children: ReactNode }) => ReactNode;
}

/** Lets a window ask before it discards what was typed into it. */
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

/** Reports to the enclosing window whether its form was edited. */
export function Edited({ when }: { when: boolean }): null {
  const note = useContext(EditedContext);
  useEffect(() => (when ? note?.() : undefined), [note, when]);
  return null;
}
