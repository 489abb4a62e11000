import { plural } from '@lingui/core/macro';
/** Formats a number of poles: "1 pole", "37 poles". */
export const polesText = (count: number): string =>
  plural(count, { one: '# pole', other: '# poles' });
