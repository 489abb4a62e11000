/**
 * The lowest, mean and highest voltage in one time slot, in hundredths of a volt. Integers take
 * less space and can be compared exactly.
 */
export interface VoltageSlot {
  min: number;
  mean: number;
  max: number;
}

/**
 * The voltages of consecutive time slots of equal length. A slot is null if the pole reported no
 * voltage in it.
 */
export interface Slots {
  /** The length of a voltage time slot in minutes. */
  step: number;
  volts: (VoltageSlot | null)[];
}

/**
 * The highest voltage that can be stored, in hundredths of a volt. Higher values from devices are
 * reduced to it, so that they fit in 32 bits.
 */
const MAX_HUNDREDTHS = 100_000_000;

/** Converts a reported voltage from volts to hundredths of a volt, up to the limit. */
export function hundredths(volts: number): number {
  const clipped = Math.max(-MAX_HUNDREDTHS, Math.min(MAX_HUNDREDTHS, volts * 100));
  return Math.round(clipped);
}

/**
 * Combines several voltage slots of equal length into one. Returns null if none of the slots has a
 * voltage.
 */
export function mergeSlots(all: readonly (VoltageSlot | null)[]): VoltageSlot | null {
  let merged: VoltageSlot | null = null;
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

/**
 * Combines voltages into longer time slots.
 * @param step the new slot length in minutes, a multiple of the current length
 */
export function thinned({ step: from, volts }: Slots, step: number): Slots {
  const each = step / from;
  const length = Math.ceil(volts.length / each);
  return {
    step,
    volts: Array.from({ length }, (_, i) => mergeSlots(volts.slice(i * each, (i + 1) * each))),
  };
}

/**
 * Packs voltages into a few bytes: the length of a slot, the number of slots, and then runs of
 * consecutive slots that have a voltage. A run starts with the number of empty slots before it and
 * the number of slots in it. Each slot is stored as the difference between its mean and the
 * previous mean, and the distances of its minimum and maximum from its mean. Numbers are varints
 * with seven bits per byte.
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

/**
 * Unpacks the result of `pack`.
 * @throws RangeError if the data is cut off
 */
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

// Divide instead of shifting bits, because twice a difference between voltages may need more than
// 31 bits.
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
    if (byte === undefined) throw new RangeError('Packed voltages are truncated');
    value += (byte % 128) * unit;
    if (byte < 128) return value;
  }
}
