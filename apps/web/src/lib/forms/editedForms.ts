/**
 * The number of forms on screen with unsaved changes. While there are any, the page must not reload
 * automatically.
 */
let edited = 0;

/** Counts a form with unsaved changes. Returns a function that removes it from the count. */
export function noteEdited(): () => void {
  edited++;
  return () => {
    edited--;
  };
}

export const hasEditedForms = (): boolean => edited > 0;
