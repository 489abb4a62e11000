/** Words that introduce a start, such as "from". */
export const START = new Set(
  'from beginning starting commencing effective begin begins start starts commence between since'.split(
    ' ',
  ),
);

/** Words that introduce an end, such as "until". */
export const END = new Set(
  'until till til through thru ending ends end expire expires concluding concludes lapses lapsing ceases ceasing terminates terminating finishes finishing untill'.split(
    ' ',
  ),
);
