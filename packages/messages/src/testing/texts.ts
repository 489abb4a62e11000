import { msg, plural, select } from '../macros.ts';

/** Returns one message for each syntax that the macros accept. */
export const texts = (name: string, count: number, part: string) => [
  msg`The location's company cannot change.`,
  msg`Flag ${{ name }} not found`,
  msg`Only ${{ byName: name.trim() }} – or "a master" – may release ${{ count }} locks <now>`,
  msg`${plural({ count }, { one: '# pole', other: '# poles' })} offline`,
  msg`Lower ${plural({ count }, { 0: 'none', one: '# pole', other: '# poles' })} of ${{ name }}`,
  msg`Raise ${select({ part }, { lamp: 'the lamp', other: 'the flag' })}`,
  msg({ message: 'Up', context: 'position' }),
  msg`First line of ${{ name }}
  and the second`,
  msg({ message: plural({ count }, { one: '# user', other: '# users' }), context: 'table' }),
];
