import { plural } from '@lingui/core/macro';
/** "1 pole", "37 poles". */
export const polesText = (count: number): string =>
  plural(count, { one: '# pole', other: '# poles' });
