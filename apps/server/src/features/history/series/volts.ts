/** Voltages of one slot of time, in hundredths of a volt: whole numbers pack well and compare exactly. */
export interface Volts {
  min: number;
  mean: number;
  max: number;
}

/** Slots of equal length, one after another; null where the pole reported no voltage. */
export interface Slots {
  /** Minutes of one slot. */
  step: number;
  volts: (Volts | null)[];
}

/** Beyond it a device talks nonsense; kept within what packs into 32 bits. */
const MAX_HUNDREDTHS = 100_000_000;

/** Hundredths of a volt of what a device reported in volts. */
export function hundredths(volts: number): number {
  const clipped = Math.max(-MAX_HUNDREDTHS, Math.min(MAX_HUNDREDTHS, volts * 100));
  return Math.round(clipped);
}

/** What several slots of equal length are together; null where none has a voltage. */
export function mergeVolts(all: readonly (Volts | null)[]): Volts | null {
  let merged: Volts | null = null;
  let sum = 0;
  let count = 0;
  for (const volts of all) {
    if (!volts) continue;
    merged ??= { ...volts };
    if (volts.min < merged.min) merged.min = volts.min;
    if (volts.max > merged.max) merged.max = volts.max;
    sum += volts.mean;
    count++;
  }
  if (merged) merged.mean = Math.round(sum / count);
  return merged;
}

/** The same in longer slots. @param step minutes, a multiple of what it has */
export function thinned({ step: from, volts }: Slots, step: number): Slots {
  const each = step / from;
  const length = Math.ceil(volts.length / each);
  return {
    step,
    volts: Array.from({ length }, (_, i) => mergeVolts(volts.slice(i * each, (i + 1) * each))),
  };
}

/**
 * As few bytes: step, number of slots, then runs of slots that have a voltage (how many are empty
 * before it, how many it has), each slot as the difference of its mean to the one before, and how far
 * min and max are from it. Numbers are varints, seven bits to a byte.
 */
export function pack({ step, volts }: Slots): Buffer {
  const bytes: number[] = [];
  putNumber(bytes, step);
  putNumber(bytes, volts.length);
  let last = 0;
  for (let at = 0; at < volts.length; ) {
    const begin = volts.findIndex((slot, i) => i >= at && slot !== null);
    if (begin < 0) break;
    let end = begin;
    while (end < volts.length && volts[end]) end++;
    putNumber(bytes, begin - at);
    putNumber(bytes, end - begin);
    for (const slot of volts.slice(begin, end)) {
      const { min, mean, max } = slot!;
      const change = mean - last;
      putNumber(bytes, change < 0 ? -2 * change - 1 : 2 * change);
      putNumber(bytes, mean - min);
      putNumber(bytes, max - mean);
      last = mean;
    }
    at = end;
  }
  return Buffer.from(bytes);
}

/** What `pack` made. @throws RangeError where the bytes are cut off */
export function unpack(bytes: Uint8Array): Slots {
  const reader = { bytes, at: 0 };
  const step = getNumber(reader);
  const volts: Slots['volts'] = new Array(getNumber(reader)).fill(null);
  let last = 0;
  for (let at = 0; reader.at < bytes.length; ) {
    at += getNumber(reader);
    for (let left = getNumber(reader); left > 0; left--) {
      const zigzag = getNumber(reader);
      last += zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2;
      const min = last - getNumber(reader);
      const max = last + getNumber(reader);
      volts[at++] = { min, mean: last, max };
    }
  }
  return { step, volts };
}

// Divided rather than shifted: twice a difference of voltages may need more than 31 bits.
function putNumber(bytes: number[], value: number): void {
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

function getNumber(reader: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let unit = 1; ; unit *= 128) {
    const byte = reader.bytes[reader.at++];
    if (byte === undefined) throw new RangeError('Packed voltages are cut off');
    value += (byte % 128) * unit;
    if (byte < 128) return value;
  }
}
