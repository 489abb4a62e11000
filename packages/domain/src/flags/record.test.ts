import { describe, expect, test } from 'vitest';
import { ABSENT_RECORD, readRecord } from './record.ts';

describe('a hardware node', () => {
  test('is read whole', () => {
    const node = {
      id: 'F1',
      deviceName: 'esp32',
      voltage: '42.7',
      flagUp: true,
      lamp: false,
      reported: { flagUp: false, lastSeen: 1_763_640_000 },
      seenAt: 1_763_640_000_500,
      command: { id: 'c', issuedAt: 5, by: 'u', closedAt: 6, outcome: 'confirmed' },
      moveTimeout: 30,
    };
    expect(readRecord(node)).toEqual({
      deviceName: 'esp32',
      voltage: 42.7,
      desired: { flagUp: true, lamp: false },
      reported: { flagUp: false },
      lastSeen: 1_763_640_000,
      seenAt: 1_763_640_000_500,
      command: { id: 'c', issuedAt: 5, by: 'u', closedAt: 6, outcome: 'confirmed' },
      moveTimeout: 30,
      serverSteps: false,
      lock: null,
    });
  });

  test.each([
    null,
    undefined,
    42,
    'text',
    [],
    { reported: 'x', command: [], voltage: {}, flagUp: 'yes', moveTimeout: 'soon' },
    { command: { id: 1 }, reported: { lastSeen: 'never', lamp: 1 } },
    { command: { id: 'c', issuedAt: Number.NaN, outcome: 'made up' } },
  ])('%j is read without an error', (node) => {
    const record = readRecord(node);
    expect(record.desired).toEqual({});
    expect(record.reported).toEqual({});
    expect(record.moveTimeout).toBe(15);
  });

  test('spec §4: an absent flag has 0 V; one that sends nonsense has no reading', () => {
    expect(ABSENT_RECORD.voltage).toBe(0);
    expect(readRecord({ voltage: 'n/a' }).voltage).toBe(null);
    expect(readRecord({ reported: { lastSeen: 1 } }).voltage).toBe(null);
  });
});
