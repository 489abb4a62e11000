/** The ID of the element at the bottom of the screen where a list shows its selection bar. */
export const SELECTION_SLOT = 'selection-bar';
