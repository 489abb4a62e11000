import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Backlog } from '../core/backlog.ts';
import type { Limits } from '../limits.ts';
import type { Push } from '../listens/push.ts';
import type { Logger } from '../options.ts';
import { ProtocolError } from './framing.ts';
import { respondScript } from './pollRespond.ts';
import { SegmentAssembler } from './segments.ts';
import { pushText, type Receiver, type Transport } from './transport.ts';

/**
 * A transport that uses polling with `<script>` elements (protocol §13). Outgoing messages wait for
 * an open poll, and are sent as JavaScript that calls functions of the page. Incoming messages are
 * segments in the polls' URLs.
 */
export class PollTransport implements Transport {
  readonly kind = 'poll';
  readonly id = randomBytes(12).toString('base64url');
  /**
   * The password that every poll must contain, because pages on any other site can load scripts
   * from this server.
   */
  readonly password = randomBytes(24).toString('base64url');
  readonly #limits: Limits;
  readonly #log: Logger;
  readonly #onEnd: () => void;
  readonly #segments: SegmentAssembler;
  readonly #expiry: NodeJS.Timeout;
  #receiver: Receiver | undefined;
  /** The polls that the server has not answered yet, oldest first. */
  readonly #polls: ServerResponse[] = [];
  readonly #backlog: Backlog;
  #waiting: string[] = [];
  #waitingUnits = 0;
  /** Responses to polls that the client has not read yet. */
  readonly #unread = new Set<ServerResponse>();
  #unreadUnits = 0;
  /** The number of the next response to a poll. Responses are numbered without gaps. */
  #answers = 0;
  #paused = false;
  #flushing = false;
  /**
   * Whether the long-polling session is ending. If so, incoming messages are ignored, and only the
   * messages that are already queued are sent.
   */
  #gone = false;
  #ended = false;

  /**
   * Creates the long-polling transport of a connection.
   * @param onEnd called when no more polls will be answered
   */
  constructor(limits: Limits, log: Logger, onEnd: () => void) {
    this.#limits = limits;
    this.#log = log;
    this.#onEnd = onEnd;
    this.#segments = new SegmentAssembler(limits);
    this.#backlog = new Backlog(limits.sendBufferBytes);
    this.#expiry = setTimeout(() => this.#drop('silent'), limits.pollIdleMs).unref();
  }

  get unread(): number {
    return this.#waitingUnits + this.#unreadUnits;
  }

  listen(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  /**
   * Responds to the request that started the long-polling session. The names of the page's callback
   * functions end in the number `callback`.
   */
  start(res: ServerResponse, callback: number): void {
    const forward = (name: string, args: string): string =>
      `function ${name}(${args}){var f=parent.window["${name}${callback}"];f&&f(${args});}\n`;
    respondScript(
      res,
      `${forward('pLPCommand', 'c,a,b')}${forward('pRTLPCB', 'n,d')}` +
        `pLPCommand("start","${this.id}","${this.password}");\n${this.#take()}`,
    );
  }

  /**
   * Handles one poll: reads the messages in it, and delays the response until there is something to
   * send.
   */
  poll(res: ServerResponse, params: URLSearchParams): void {
    this.#expiry.refresh();
    this.#polls.push(res);
    res.on('close', () => {
      const at = this.#polls.indexOf(res);
      if (at >= 0) this.#polls.splice(at, 1);
    });
    // A client opens a third poll only if it does not wait for responses.
    if (this.#polls.length > 2) {
      this.#drop('too many polls');
      return;
    }
    try {
      const receiver = this.#receiver;
      receiver?.onFrame(0); // A URL is short, so only the frame itself is charged.
      for (const message of this.#segments.push(params, receiver?.messageUnits ?? 0)) {
        if (!this.#gone) receiver?.onMessage(message);
      }
      receiver?.onPart(this.#segments.units);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#log.debug({ reason: error.message }, 'Protocol error');
      this.#end();
    }
    this.#flushSoon();
  }

  send(text: string): void {
    if (this.#gone) return;
    const { unread } = this;
    const hasRoom = this.#receiver?.hasRoom(unread, text.length) ?? true;
    if (!hasRoom || this.#backlog.isFull(unread, text.length)) {
      this.#drop('slow');
      return;
    }
    this.#waiting.push(text);
    this.#waitingUnits += text.length;
    this.#flushSoon();
  }

  sendPush(push: Push, suffix: string): void {
    this.send(pushText(push, suffix));
  }

  /** Sends all messages of one turn of the event loop in one response to a poll. */
  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    process.nextTick(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#ended) return;
    if (this.#gone) {
      const last = this.#polls.shift();
      if (last !== undefined) this.#sayGoodbye(last);
      return;
    }
    // A newer poll releases the older one, except while paused, which keeps the client from sending
    // more.
    const older = this.#polls.length > 1 && !this.#paused;
    if (this.#polls.length > 0 && (older || this.#waiting.length > 0)) {
      this.#answer(this.#polls.shift()!);
    }
  }

  /**
   * Answers a poll, and counts the response as unread, because a client may poll without reading
   * the responses.
   */
  #answer(poll: ServerResponse): void {
    const units = this.#waitingUnits;
    this.#unreadUnits += units;
    this.#unread.add(poll);
    poll.once('close', () => {
      this.#unreadUnits -= units;
      this.#unread.delete(poll);
    });
    poll.socket?.setTimeout(this.#limits.restStallMs);
    respondScript(poll, this.#take());
  }

  /** Returns the waiting messages as the next response to a poll. */
  #take(): string {
    // JSON may contain two characters that older browsers treat as line ends in scripts.
    const messages = this.#waiting
      .join(',')
      .replace(/[\u2028\u2029]/g, (found) => (found === '\u2028' ? '\\u2028' : '\\u2029'));
    this.#waiting = [];
    this.#waitingUnits = 0;
    return `pRTLPCB(${this.#answers++},[${messages}]);`;
  }

  #sayGoodbye(poll: ServerResponse): void {
    const rest = this.#waiting.length === 0 ? '' : this.#take();
    const after = rest === '' ? '' : `,${this.#answers - 1}`;
    respondScript(poll, `${rest}pLPCommand("close"${after});`);
    this.#finishPolls();
  }

  #finishPolls(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#expiry);
    for (const poll of this.#polls.splice(0)) respondScript(poll, '');
    this.#onEnd();
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#flushSoon();
  }

  /**
   * Sends no ping, because long-polling clients poll anyway. Clients that stop polling are dropped
   * after {@link Limits.pollIdleMs}.
   */
  ping(): boolean {
    return true;
  }

  /** Ends the long-polling session by answering an open poll or the next one. */
  close(): void {
    this.#gone = true;
    this.#flushSoon();
  }

  finish(): void {
    this.close();
  }

  terminate(): void {
    this.#gone = true;
    for (const poll of [...this.#polls.splice(0), ...this.#unread]) poll.destroy();
    this.#finishPolls();
  }

  #drop(reason: string): void {
    const wasGone = this.#gone;
    this.terminate();
    if (!wasGone) this.#receiver?.onGone(reason);
  }

  #end(): void {
    if (this.#gone) return;
    this.close();
    this.#receiver?.onGone();
  }

  /** Handles a poll from a client that says it is leaving (protocol §13: `disconn`). */
  leave(): void {
    const wasGone = this.#gone;
    this.terminate();
    if (!wasGone) this.#receiver?.onGoodbye();
  }
}
