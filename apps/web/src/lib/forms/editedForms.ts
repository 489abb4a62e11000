/**
 * The number of forms on screen that were edited and not saved. While there are any, the page must
 * not reload automatically.
 */
let edited = 0;

/** Counts an edited form. Returns a function that removes it from the count. */
export function noteEdited(): () => void {
  edited++;
  return () => {
    edited--;
  };
}

export const hasEditedForms = (): boolean => edited > 0;
