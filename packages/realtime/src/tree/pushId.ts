import { randomInt } from 'node:crypto';

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/**
 * Creates a generator of push IDs (protocol §7): 8 characters for the time, and 12 random
 * characters, which are incremented within the same millisecond. The IDs of one server sort by
 * creation time, even if the clock is set back.
 */
export function pushIdMaker(
  random: (below: number) => number = randomInt,
): (now: number) => string {
  let lastTime = 0;
  const digits: number[] = new Array<number>(12).fill(0);
  return (now) => {
    const time = Math.max(now, lastTime);
    if (time === lastTime) {
      let i = digits.length - 1;
      while (i >= 0 && digits[i] === 63) digits[i--] = 0;
      if (i >= 0) digits[i]! += 1;
    } else {
      for (let i = 0; i < digits.length; i++) digits[i] = random(64);
      lastTime = time;
    }
    let id = '';
    for (let rest = time, i = 0; i < 8; i++) {
      id = ALPHABET.charAt(rest % 64) + id;
      rest = Math.floor(rest / 64);
    }
    for (const digit of digits) id += ALPHABET.charAt(digit);
    return id;
  };
}
