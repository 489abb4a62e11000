/** The ID of the element at the bottom of the screen that contains the selection bar. */
export const SELECTION_SLOT = 'selection-bar';
