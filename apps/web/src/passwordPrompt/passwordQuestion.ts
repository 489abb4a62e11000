/**
 * The callback for the open password prompt; its argument says whether the user entered the right
 * password. Null if no prompt is open.
 */
type Question = ((isFresh: boolean) => void) | null;

let question: Question = null;
const listeners = new Set<() => void>();

/**
 * Shows the password prompt.
 * @returns whether the user entered the right password
 */
export function askForPassword(): Promise<boolean> {
  // If two calls ask at the same time, the second takes over the prompt and the first gets false.
  question?.(false);
  return new Promise((resolve) => set(resolve));
}

function set(next: Question): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The state of the open password prompt, for the component that shows it. */
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
