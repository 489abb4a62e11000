import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { offer } from '../part.ts';

/** A TCP proxy that delays data, like a network between a server and its database. */
offer({
  /**
   * Starts a proxy to a database. The proxy adds a delay to each round trip, half of it in each
   * direction.
   * @returns the URL of the database through the proxy
   */
  async start({ url, milliseconds }: { url: string; milliseconds: number }) {
    const { hostname: host, port } = new URL(url);
    const server = createServer({ noDelay: true }, (near) => {
      const far = connect({ host, port: Number(port), noDelay: true });
      passOn(near, far, milliseconds / 2);
      passOn(far, near, milliseconds / 2);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(typeof address === 'object' ? address?.port : '');
    return through.href;
  },
});

/**
 * Forwards data from one socket to the other in order, after a delay. Ends `to` when `from` has
 * ended.
 */
function passOn(from: Socket, to: Socket, delay: number): void {
  const chunks: { data: Buffer; due: number }[] = [];
  const passDue = (): void => {
    const now = performance.now();
    while (chunks[0] !== undefined && chunks[0].due <= now) to.write(chunks.shift()?.data ?? '');
    // Timers count whole milliseconds, so they may fire up to a millisecond early.
    if (chunks.length > 0) setImmediate(passDue);
  };
  from.on('data', (data) => {
    chunks.push({ data, due: performance.now() + delay });
    if (chunks.length === 1) setTimeout(passDue, delay);
  });
  from.on('error', () => from.destroy());
  from.on('close', () => setTimeout(() => to.destroy(), 2 * delay));
}
