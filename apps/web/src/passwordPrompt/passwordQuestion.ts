/** What the prompt on screen is to answer; null: nothing is asked. */
type Question = ((isFresh: boolean) => void) | null;

let question: Question = null;
const listeners = new Set<() => void>();

/** Has the person asked. @returns whether the password was entered and is right */
export function askForPassword(): Promise<boolean> {
  // A second call at the same time takes the question over; the first one gives up.
  question?.(false);
  return new Promise((resolve) => set(resolve));
}

function set(next: Question): void {
  question = next;
  for (const listener of listeners) listener();
}

/** For the prompt only. */
export const passwordQuestion = {
  get: () => question,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  answer(isFresh: boolean): void {
    const asked = question;
    set(null);
    asked?.(isFresh);
  },
};
