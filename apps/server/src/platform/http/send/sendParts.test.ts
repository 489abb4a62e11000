import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FileParts } from './fileParts.ts';
import { sendParts } from './sendParts.ts';

const PART = 'x'.repeat(100_000);
/**
 * The number of parts that the file is sent in. The whole file is 200 MB, much more than all
 * buffers between server and client can hold.
 */
const MANY = 2000;

let app: FastifyInstance;
let port: number;
let created: number;
let ended: Promise<void>;
let end: () => void;
let failAt: number;

beforeEach(async () => {
  created = 0;
  failAt = Number.POSITIVE_INFINITY;
  ended = new Promise((resolve) => {
    end = resolve;
  });
  app = fastify();
  app.get('/file', (request, reply) =>
    sendParts(request, reply, new FileParts(parts()), (work) => work()),
  );
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(() => app.close());

async function* parts(): AsyncGenerator<string> {
  try {
    while (created < MANY) {
      if (created === failAt) throw new Error('The database is gone');
      created++;
      yield PART;
    }
  } finally {
    end();
  }
}

async function open(): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const request = get({ port, path: '/file', agent: false });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, response };
}

/** Waits until the server creates no more parts. */
async function untilQuiet(): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const isQuiet = before === created;
        before = created;
        return isQuiet;
      },
      { interval: 200 },
    )
    .toBe(true);
}

describe('a streamed file', () => {
  test('pauses while the client is not reading, then resumes', async () => {
    const { response } = await open();
    await untilQuiet();
    expect(created).toBeLessThan(MANY / 4);
    let bytes = 0;
    for await (const chunk of response) bytes += (chunk as Buffer).length;
    expect(bytes).toBe(MANY * PART.length);
    expect(response.complete).toBe(true);
  });

  test('stops being created once the client disconnects', async () => {
    const { request, response } = await open();
    await once(response, 'data');
    request.destroy();
    await ended;
    expect(created).toBeLessThan(MANY);
  });

  test('never looks complete to the client if a later part fails', async () => {
    failAt = 30;
    const { response } = await open();
    const read = async () => {
      for await (const _ of response);
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(response.complete).toBe(false);
    await ended;
  });

  test('never looks complete to an HTTP/1.0 client after an error', async () => {
    failAt = 1;
    // With a larger buffer, Node 22 may report a normal end if the reset follows a partial read.
    const onread = { buffer: new Uint8Array(1), callback: () => true };
    const socket = connect({ port, host: '127.0.0.1', onread });
    socket.write('GET /file HTTP/1.0\r\n\r\n');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
  });

  test('is replaced by an error response if its first part cannot be created', async () => {
    failAt = 0;
    const { response } = await open();
    expect(response.statusCode).toBe(500);
  });

  test('is sent without a body for a HEAD request, so only its first part is created', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/file`, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(created).toBe(1);
    await ended;
  });
});
