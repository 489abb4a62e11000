import type { FastifyInstance } from 'fastify';
import { AppError } from '../../platform/errors.ts';

/** What the demo's server and the script that started it say to each other over IPC. */
interface StartMessage {
  type: 'start-memorial-day';
}
interface StartedMessage {
  type: 'memorial-day';
  /** Of the server that runs it. */
  port: number;
}

/** Milliseconds that the second server may take. */
const PATIENCE_MS = 60_000;

/** Starts Memorial Day beside the demo, in a server of its own. @returns the port of that server */
export type StartMemorialDay = () => Promise<number>;

/**
 * Asks `scripts/demo.mjs` to start it; the demo keeps running. Requests at the same time share one start.
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
        reject(new AppError('unavailable', 'Memorial Day could not be started. Try again.'));
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

/** `POST /dev/memorial-day`, in the demo alone: answers once it runs. */
export function serveMemorialDay(app: FastifyInstance, start: StartMemorialDay): void {
  app.post('/dev/memorial-day', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ port: await start() }),
  );
}
