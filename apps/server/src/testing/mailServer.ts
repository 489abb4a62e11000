import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on this machine, and the emails that it has accepted. */
export interface MailServer {
  readonly mails: { to: string[]; raw: string }[];
  readonly url: string;
  /** The number of connections so far. */
  readonly connections: number;
  /** The addresses that the server rejects, each with the status code of the rejection. */
  readonly refused: Map<string, number>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const refused: MailServer['refused'] = new Map();
  let connections = 0;
  const server = new SMTPServer({
    onConnect(_session, callback) {
      connections++;
      callback();
    },
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const responseCode = refused.get(address);
      if (responseCode === undefined) callback();
      else callback(Object.assign(new Error('Refused'), { responseCode }));
    },
    onData(stream, session, callback) {
      let raw = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        raw += chunk;
      });
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    refused,
    get connections() {
      return connections;
    },
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
