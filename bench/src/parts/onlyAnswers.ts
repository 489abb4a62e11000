import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/**
 * A server that sends a greeting and responds to every request with ok, to measure the cost of the
 * SDK itself.
 */
offer({
  start: () =>
    bareServer((socket, { headers }) => {
      const hello = { ts: Date.now(), v: '5', h: headers.host, s: 'bench' };
      socket.send(JSON.stringify({ t: 'c', d: { t: 'h', d: hello } }));
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as { t: string; d: { r: number } };
        if (message.t !== 'd') return;
        socket.send(JSON.stringify({ t: 'd', d: { r: message.d.r, b: { s: 'ok', d: '' } } }));
      });
    }),
});
