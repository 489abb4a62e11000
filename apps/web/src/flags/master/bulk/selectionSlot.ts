/**
 * Id of the place at the end of the screen for the bar of selected rows, below the results of
 * moves.
 */
export const SELECTION_SLOT = 'selection-bar';
