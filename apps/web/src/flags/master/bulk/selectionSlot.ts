/**
 * The ID of the element at the bottom of the screen that holds the selection bar, below the results
 * of moves.
 */
export const SELECTION_SLOT = 'selection-bar';
