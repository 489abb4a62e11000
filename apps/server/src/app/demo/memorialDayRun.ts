import { msg } from '@halyard/messages';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';

/** A message between the demo server and the script that started it. */
interface StartMessage {
  type: 'start-memorial-day';
}
interface StartedMessage {
  type: 'memorial-day';
  /** The port of the server that simulates Memorial Day. */
  port: number;
}

/** How long, in ms, the server of the Memorial Day simulation may take to start. */
const PATIENCE_MS = 60_000;

/**
 * Starts the Memorial Day simulation as a second server next to the demo.
 * @returns the port of that server
 */
export type StartMemorialDay = () => Promise<number>;

/**
 * Returns a function that asks `scripts/demo.mjs` to start the Memorial Day simulation. The demo
 * keeps running. Simultaneous requests start only one simulation.
 */
export function memorialDayOf(parent: NodeJS.Process): StartMemorialDay {
  let asked: Promise<number> | null = null;
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        parent.off('message', take);
      };
      const take = (message: unknown) => {
        if (!isStarted(message)) return;
        end();
        resolve(message.port);
      };
      const timer = setTimeout(() => {
        end();
        reject(
          new AppError('unavailable', msg`Couldn’t start the Memorial Day simulation. Try again.`),
        );
      }, PATIENCE_MS);
      parent.on('message', take);
      parent.send?.({ type: 'start-memorial-day' } satisfies StartMessage);
    });
  return () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };
}

const isStarted = (message: unknown): message is StartedMessage =>
  (message as Partial<StartedMessage> | null)?.type === 'memorial-day';

/**
 * Serves `POST /dev/memorial-day`, which exists only in the demo. Responds when the server of the
 * simulation is running.
 */
export function serveMemorialDay(app: FastifyInstance, start: StartMemorialDay): void {
  app.post('/dev/memorial-day', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ port: await start() }),
  );
}
