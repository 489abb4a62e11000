import { afterEach, describe, expect, test, vi } from 'vitest';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { makeFlag, makeUser, node } from '../testing/flags.ts';
import { config, connect } from '../testing/live.ts';
import { cancelCommand, retryCommand, switchFlag } from './commands.ts';

const master = makeUser('master');
const OPEN = { command: { id: 'old', issuedAt: Date.now() - 60_000, by: 'x' } };

afterEach(() => {
  realtime.stop();
  vi.unstubAllGlobals();
});

const shown = (id: string) =>
  flagStore
    .state(id)!
    .view.switches.filter((one) => one.state)
    .map((one) => one.field);

describe('a command for one switch', () => {
  test('writes all four switches in one update, and is shown immediately', async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    const before = Date.now();
    const saved = switchFlag(flag, 'flagHalf', true, 'user-1');
    expect(shown(flag.id)).toEqual(['flagHalf']);
    expect(flagStore.state(flag.id)?.view.command).toBe('pending');
    expect(await saved).toBe('live');
    expect(transport.updates).toHaveLength(1);
    const [{ path, values }] = transport.updates as [(typeof transport.updates)[0]];
    expect(path).toBe(`users/company-acme/hardware/${flag.flagId}`);
    expect(values).toEqual({
      flagUp: false,
      flagDown: false,
      flagHalf: true,
      lamp: false,
      command: {
        id: expect.any(String),
        issuedAt: expect.any(Number),
        receivedAt: { '.sv': 'timestamp' },
        by: 'user-1',
        from: 'up',
        to: 'half',
      },
    });
    const { issuedAt } = values.command as { issuedAt: number };
    expect(issuedAt).toBeGreaterThanOrEqual(before);
  });

  test('is undone on screen immediately if the write is rejected', async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
    await expect(switchFlag(flag, 'flagDown', true, 'u')).rejects.toThrow();
    expect(shown(flag.id)).toEqual(['flagUp']);
  });

  test('stays on screen if an earlier command is rejected', async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    let refuse = () => {};
    transport.answer = () =>
      new Promise((_, reject) => {
        refuse = () => reject(new Error('PERMISSION_DENIED'));
      });
    const first = switchFlag(flag, 'flagDown', true, 'u');
    const refuseFirst = refuse;
    void switchFlag(flag, 'flagHalf', true, 'u').catch(() => {});
    refuseFirst();
    await expect(first).rejects.toThrow();
    expect(shown(flag.id)).toEqual(['flagHalf']);
  });

  test('is not written while the connection is lost', async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    transport.setConnected(false);
    await expect(switchFlag(flag, 'flagDown', true, 'u')).rejects.toThrow('Not connected');
    expect(transport.updates).toEqual([]);
  });

  test('is sent by PATCH if the server moves the pole in steps, because the database then rejects commands from browsers', async () => {
    const flag = makeFlag({}, node({ serverSteps: true }));
    const transport = await connect(master, [flag]);
    const fetched = vi.fn(async () => Response.json(flag));
    vi.stubGlobal('fetch', fetched);
    expect(await switchFlag(flag, 'flagHalf', true, 'u')).toBe('patch');
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(transport.updates).toEqual([]);
  });

  test("is sent by PATCH if realtime is off, and the server's response is shown", async () => {
    const flag = makeFlag();
    const fetched = vi.fn(async (_url: string, _init: RequestInit) =>
      Response.json(makeFlag(flag, node({ flagUp: false, flagDown: true, ...OPEN }))),
    );
    vi.stubGlobal('fetch', fetched);
    realtime.start({ config: config('off').realtime, user: master, onRevision: () => {} });
    flagStore.accept([flag]);
    expect(await switchFlag(flag, 'flagDown', true, 'u')).toBe('patch');
    const [url, init] = fetched.mock.calls[0]!;
    expect(url).toBe(`/api/flags/${flag.id}`);
    expect(init.method).toBe('PATCH');
    expect(JSON.parse(init.body as string)).toEqual({
      switches: [
        { id: 'sw1', label: 'Flag Up', state: false },
        { id: 'sw2', label: 'Flag Down', state: true },
      ],
    });
  });

  test('sends only the changed switch by PATCH, so that a lamp command does not interrupt a move in steps', async () => {
    const flag = makeFlag({}, node({ serverSteps: true }));
    await connect(master, [flag]);
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(flag));
    vi.stubGlobal('fetch', fetched);
    await switchFlag(flag, 'lamp', true, 'u');
    expect(JSON.parse(fetched.mock.calls[0]![1].body as string)).toEqual({
      switches: [{ id: 'sw4', label: 'Lamp', state: true }],
    });
  });
});

describe("a lamp command that competes with other users' commands", () => {
  const refusing = async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED: Permission denied'));
    const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(flag));
    vi.stubGlobal('fetch', fetched);
    return { flag, transport, fetched };
  };

  test('is sent through the API if the database rejects it because of a newer position command', async () => {
    const { flag, transport, fetched } = await refusing();
    expect(await switchFlag(flag, 'lamp', true, 'u')).toBe('live');
    expect(transport.updates).toHaveLength(1);
    expect(fetched).toHaveBeenCalledOnce();
    expect(JSON.parse(fetched.mock.calls[0]![1].body as string)).toEqual({
      switches: [{ id: 'sw4', label: 'Lamp', state: true }],
    });
    expect(shown(flag.id)).toEqual(['flagUp', 'lamp']);
  });

  test('fails if both the database and the API reject it', async () => {
    const { flag, fetched } = await refusing();
    fetched.mockImplementation(async () =>
      Response.json({ error: { code: 'conflict', message: 'Locked' } }, { status: 409 }),
    );
    await expect(switchFlag(flag, 'lamp', true, 'u')).rejects.toThrow();
    expect(shown(flag.id)).toEqual(['flagUp']);
  });

  test('is retried through the API after a rejection, unlike a position command', async () => {
    const { flag, fetched } = await refusing();
    await expect(switchFlag(flag, 'flagDown', true, 'u')).rejects.toThrow();
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('a lamp command sent right after a position command', () => {
  const orders = async () => {
    const flag = makeFlag();
    const transport = await connect(master, [flag]);
    let answer = () => {};
    transport.answer = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const first = switchFlag(flag, 'flagDown', true, 'u');
    const second = switchFlag(flag, 'lamp', true, 'u');
    expect(transport.updates).toHaveLength(1);
    const { command } = transport.updates[0]!.values as { command: object };
    return { flag, transport, first, second, command, answer: () => answer() };
  };

  test('is sent after the position command is stored, and refers to that command', async () => {
    const { flag, transport, first, second, command, answer } = await orders();
    const stored = { ...command, receivedAt: 5 };
    const now = node({ flagUp: false, flagDown: true, command: stored });
    flagStore.receive(flag, now);
    answer();
    await first;
    await vi.waitFor(() => expect(transport.updates).toHaveLength(2));
    expect(transport.updates[1]!.values).toMatchObject({
      flagDown: true,
      lamp: true,
      command: { positionRequest: { at: 5, by: 'u', from: 'up', to: 'down' } },
    });
    answer();
    await second;
  });

  test('includes the position again if no listener has confirmed yet that the position command is stored', async () => {
    const { flag, transport, first, answer } = await orders();
    flagStore.endListen(flag);
    answer();
    await first;
    await vi.waitFor(() => expect(transport.updates).toHaveLength(2));
    const { command } = transport.updates[1]!.values;
    expect(command).toMatchObject({ from: 'up', to: 'down' });
    expect(command).not.toHaveProperty('positionRequest');
    answer();
  });
});

describe('an unconfirmed command', () => {
  const stuck = () => makeFlag({}, node({ flagUp: false, flagDown: true, ...OPEN }));

  test('is sent again with a new ID after a click on Retry', async () => {
    const flag = stuck();
    const transport = await connect(master, [flag]);
    await retryCommand(flag, 'u');
    const { values } = transport.updates[0]!;
    expect(values).toMatchObject({ flagUp: false, flagDown: true });
    expect((values.command as { id: string }).id).not.toBe('old');
  });

  test('is replaced with a command for the reported position when the user cancels it', async () => {
    const flag = stuck();
    const transport = await connect(master, [flag]);
    await cancelCommand(flag, 'u');
    expect(transport.updates[0]!.values).toMatchObject({ flagUp: true, flagDown: false });
  });
});
