/** Words that lead to a start. */
export const START = new Set(
  'from beginning starting commencing effective begin begins start starts commence between since'.split(
    ' ',
  ),
);

/** Words that lead to an end. */
export const END = new Set(
  'until till til through thru ending ends end expire expires concluding concludes untill'.split(
    ' ',
  ),
);
