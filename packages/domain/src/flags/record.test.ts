import { describe, expect, test } from 'vitest';
import { flagRecord } from './live/apiSchema.ts';
import { FIELD_RULES } from './live/fieldRules.ts';
import { ABSENT_RECORD, readRecord } from './record.ts';

describe("a flag's data in the realtime database", () => {
  test('is parsed with all its fields', () => {
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
  ])('is parsed without an error if it is %j', (node) => {
    const record = readRecord(node);
    expect(record.desired).toEqual({});
    expect(record.reported).toEqual({});
    expect(record.moveTimeout).toBe(15);
  });

  test('has no voltage if the pole has never reported or has reported an invalid one', () => {
    expect(ABSENT_RECORD.voltage).toBe(null);
    expect(readRecord({ id: 'f', companyId: 'c' }).voltage).toBe(null);
    expect(readRecord({ voltage: 'n/a' }).voltage).toBe(null);
    expect(readRecord({ reported: { lastSeen: 1 } }).voltage).toBe(null);
  });
});

describe('the live state schema', () => {
  /** One sample value of each kind of field. */
  const SAMPLES = [
    'confirmed',
    'half',
    7,
    true,
    { id: 'r', by: 'u', at: 3, from: 'up', to: 'stop' },
  ];
  const COMMAND = { id: 'c', issuedAt: 5, by: 'u' };
  const overTheApi = (node: unknown) =>
    flagRecord.parse(JSON.parse(JSON.stringify(readRecord(node))));

  test('contains every stored field of a command', () => {
    const fields = Object.keys(flagRecord.shape.command.unwrap().shape);
    expect(fields).toEqual(Object.keys(FIELD_RULES.command ?? {}));
    for (const field of fields) {
      const read = SAMPLES.map((sample) => {
        const { command } = readRecord({ command: { ...COMMAND, [field]: sample } });
        return Object.entries(command ?? {}).find(([name]) => name === field)?.[1];
      });
      expect(read.some((value, i) => value === SAMPLES[i] || typeof value === 'object')).toBe(true);
    }
  });

  test('describes every field that the API returns', () => {
    const node = {
      deviceName: 'esp32',
      voltage: 42,
      flagUp: true,
      flagDown: false,
      reported: { flagUp: false, lastSeen: 1_763_640_000 },
      seenAt: 1_763_640_000_500,
      command: {
        ...COMMAND,
        after: 4,
        from: 'down',
        to: 'up',
        requestedAt: 6,
        positionRequest: { id: 'r', by: 'u', at: 3, from: 'up', to: 'stop' },
        closedAt: 8,
        outcome: 'lapsed',
        goal: 'half',
      },
      moveTimeout: 30,
      serverSteps: true,
      lock: { reason: 'Rope', by: 'u', byName: 'ann', at: 2 },
    };
    const record = readRecord(node);
    expect(overTheApi(node)).toEqual(record);
    expect(record.command).toEqual(node.command);
    expect(Object.keys(record)).toEqual(Object.keys(flagRecord.shape));
  });

  test('leaves out a command or position request that lacks a required value', () => {
    const incomplete = { ...COMMAND, positionRequest: { by: 'u', at: 1 } };
    expect(readRecord({ command: incomplete }).command).toEqual(COMMAND);
    expect(readRecord({ command: { issuedAt: 5, by: 'u' } }).command).toBe(null);
    expect(readRecord({ command: { id: 'c', issuedAt: 5 } }).command).toEqual({
      ...COMMAND,
      by: '',
    });
  });
});
