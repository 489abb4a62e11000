import { vi } from 'vitest';

export interface Answer {
  status?: number;
  /** An object is sent as JSON, a string unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}
export type Handler = (body: unknown) => Answer | Promise<Answer>;

/**
 * Replaces the server with handlers: `{ 'POST /api/login': () => ({ status: 401, body: 'No.' }) }`.
 */
export function serve(handlers: Record<string, Handler>) {
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (input: RequestInfo | URL, init?: RequestInit) => {
      const name = `${init?.method ?? 'GET'} ${input instanceof Request ? input.url : String(input)}`;
      const handler = handlers[name];
      if (!handler) return new Response(`No handler for ${name}`, { status: 500 });
      const sent: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const { status = 200, body, headers = {} } = await handler(sent);
      if (status === 204) return new Response(null, { status, headers });
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers,
      });
    });
}

/** Returns a response that arrives when the test resolves it. */
export function deferredAnswer(): { promise: Promise<Answer>; resolve: (answer: Answer) => void } {
  let resolve: (answer: Answer) => void = () => {};
  const promise = new Promise<Answer>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
