import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';

/** Takes note of an edited form; returns the function that takes it back. */
type Note = () => () => void;

const EditedContext = createContext<Note | null>(null);

interface Edited {
  /** Whether a form in it was edited and not saved. */
  isEdited: () => boolean;
  /** Around the forms. */
  Provider: (props: { children: ReactNode }) => ReactNode;
}

/** For a window that asks before it throws away what was typed into it. */
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

/** Says, inside a window, whether a form of it was edited. */
export function Edited({ when }: { when: boolean }): null {
  const note = useContext(EditedContext);
  useEffect(() => (when ? note?.() : undefined), [note, when]);
  return null;
}
