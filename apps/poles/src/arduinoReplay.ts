import { POSITION_FIELDS, type SwitchField } from '@halyard/domain';
import {
  type LibraryAnswer,
  openLibraryStream,
  RequestConnection,
  type StreamConnection,
} from './arduino/connection.ts';
import {
  getRequest,
  type LibraryTarget,
  setRequest,
  streamRequest,
  updateRequest,
} from './arduino/requests.ts';
import type { LibraryEvent, LibraryHead } from './arduino/response.ts';
import { namedPosition, readCommands, type Switches } from './commands.ts';
import { decodeEvent } from './protocol/events.ts';

export interface ArduinoPoleOptions {
  host: string;
  port: number;
  ownerId: string;
  flagId: string;
  key: string;
  deviceName?: string;
  /**
   * Called for every event that the Arduino library passes to the sketch, including keep-alives.
   */
  onEvent?: (event: LibraryEvent) => void;
  /** Called with the server's response to each report that the sketch sends. */
  onAnswer?: (answer: LibraryAnswer) => void;
  /** Called when the connection of the event stream has closed. */
  onClose?: () => void;
}

/**
 * A simulated pole that sends the same bytes as the real Arduino library, and runs a small sketch
 * that carries out commands.
 */
export interface ArduinoPole {
  /** The stream events that the pole's sketch has received since it started. */
  readonly events: readonly LibraryEvent[];
  streamHead(): LibraryHead;
  /**
   * Sends the same request as `Database.update` of the Arduino library. `path` is relative to the
   * pole's node and starts with a slash.
   */
  update(json: string, options?: { path?: string; waiting?: boolean }): Promise<LibraryAnswer>;
  /** Sends the same request as `Database.set` of the Arduino library. */
  set(path: string, json: string): Promise<LibraryAnswer>;
  /** Sends the same request as `Database.get` of the Arduino library. */
  get(path?: string): Promise<LibraryAnswer>;
  /**
   * Whether the pole's connection for requests, which is separate from its event stream, is still
   * open.
   */
  isRequestConnectionOpen(): boolean;
  close(): void;
}

/**
 * Starts a test pole that uses raw sockets. It sends exactly the bytes that FirebaseClient 2.2.13
 * sends, and its read buffer has the same limits (protocol §15, §16, §17). The pole carries out
 * commands immediately and reports the result.
 * @throws Error if the server cannot be reached
 */
export async function startArduinoReplay(options: ArduinoPoleOptions): Promise<ArduinoPole> {
  const { host, port, ownerId, flagId, key } = options;
  const node = `/users/${ownerId}/hardware/${flagId}`;
  const target = (path: string): LibraryTarget => ({ host, path: `${node}${path}`, key });
  const events: LibraryEvent[] = [];
  const requests = new RequestConnection(host, port);
  const known: Switches = {};
  let position: SwitchField | null = null;
  let introduced = false;
  let queue: Promise<unknown> = Promise.resolve();

  // An AsyncClient processes its requests one at a time.
  const inTurn = (send: () => Promise<LibraryAnswer>): Promise<LibraryAnswer> => {
    const turn = queue.then(send);
    queue = turn.catch(() => undefined);
    return turn;
  };
  const update: ArduinoPole['update'] = (json, { path = '', waiting = false } = {}) =>
    inTurn(() => requests.send(...updateRequest(target(path), json, waiting)));

  const report = () => {
    const values: Record<string, string | number | boolean> = {
      voltage: 42.5,
      'reported/lastSeen': Math.floor(Date.now() / 1000),
      'reported/lamp': known.lamp === true,
    };
    for (const field of POSITION_FIELDS) values[`reported/${field}`] = field === position;
    if (!introduced) values.deviceName = options.deviceName ?? 'Arduino replay';
    update(JSON.stringify(values)).then(
      (answer) => {
        introduced ||= answer.status === 200;
        options.onAnswer?.(answer);
      },
      // The sketch tries again with its next report.
      () => undefined,
    );
  };

  const follow = (received: LibraryEvent) => {
    events.push(received);
    options.onEvent?.(received);
    const commands = readCommands(toEvent(received));
    if (!commands) return;
    Object.assign(known, commands.desired);
    const wanted = namedPosition(commands.desired);
    if (wanted !== undefined) position = wanted;
    report();
  };

  const stream: StreamConnection = await openLibraryStream(
    host,
    port,
    streamRequest(target('')),
    follow,
    () => options.onClose?.(),
  );
  return {
    events,
    streamHead: () => stream.head(),
    update,
    set: (path, json) => inTurn(() => requests.send(...setRequest(target(path), json))),
    get: (path = '') => inTurn(() => requests.send(getRequest(target(path)))),
    isRequestConnectionOpen: () => requests.isOpen,
    close() {
      stream.close();
      requests.close();
    },
  };
}

/** Decodes an event that a pole's sketch received. Treats mangled JSON as a keep-alive. */
function toEvent(received: LibraryEvent) {
  const { event, path, data } = received;
  const text = event === 'put' || event === 'patch' ? `{"path":"${path}","data":${data}}` : data;
  try {
    return decodeEvent({ event, data: text }) ?? ({ type: 'keep-alive' } as const);
  } catch {
    return { type: 'keep-alive' } as const;
  }
}
