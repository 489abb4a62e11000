/** How many forms on screen were edited and are not saved: the page must not open again by itself. */
let edited = 0;

/** Returns the function that takes it back. */
export function noteEdited(): () => void {
  edited++;
  return () => {
    edited--;
  };
}

export const hasEditedForms = (): boolean => edited > 0;
