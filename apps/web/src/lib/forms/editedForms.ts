/**
 * The number of forms on screen with unsaved changes. While there are any, the page must not reload
 * automatically.
 */
let edited = 0;

/**
 * Records that a form has unsaved changes. Returns a function to call when the form no longer has
 * any.
 */
export function noteEdited(): () => void {
  edited++;
  return () => {
    edited--;
  };
}

export const hasEditedForms = (): boolean => edited > 0;
