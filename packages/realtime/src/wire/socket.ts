import type { Duplex } from 'node:stream';
import { type RawData, WebSocket } from 'ws';
import { Backlog } from '../core/backlog.ts';
import type { Limits } from '../limits.ts';
import type { Push } from '../listens/push.ts';
import type { Logger } from '../options.ts';
import { MessageAssembler, ProtocolError, textFrames } from './framing.ts';
import { pushText, type Receiver, type Transport } from './transport.ts';
import { flushAfterTurn, JOINED_BYTES, type Run } from './turn.ts';

/**
 * A WebSocket that emits `closing` as soon as either side starts to close, and `before-closing`
 * before it sends the close frame. `close` is emitted a round trip later.
 */
export class ClosingWebSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    this.emit('before-closing');
    super.close(code, reason);
    this.emit('closing');
  }
}

/** A transport that uses a WebSocket (protocol §2). */
export class SocketTransport implements Transport {
  readonly kind = 'socket';
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #log: Logger;
  readonly #assembler: MessageAssembler;
  readonly #backlog: Backlog;
  /** The frames to send through the socket with its next write; undefined if there are none. */
  #run: Run | undefined;
  /** Whether the frames must be sent at the end of this turn of the event loop. */
  isUrgent = false;
  sentIn = 0;
  #receiver: Receiver | undefined;
  /** Number of pings sent since the peer last sent anything. */
  #silence = 0;
  #gone = false;
  #paused = false;

  constructor(ws: WebSocket, socket: Duplex, limits: Limits, log: Logger) {
    this.#ws = ws;
    this.#socket = socket;
    this.#log = log;
    this.#assembler = new MessageAssembler(limits);
    this.#backlog = new Backlog(limits.sendBufferBytes);
    ws.on('message', (data, binary) => this.#onFrame(data, binary));
    ws.on('ping', (data) => this.#onPing(data));
    ws.on('pong', (data) => {
      this.#silence = 0;
      this.#receiver?.onFrame(data.length);
    });
    ws.on('error', (error) => {
      log.debug({ err: error }, 'A connection broke the protocol');
      this.#terminateSoon();
    });
    ws.on('before-closing', () => this.flush());
    ws.on('closing', () => this.#onGoodbye());
    ws.on('close', () => this.#end());
  }

  get unread(): number {
    return this.#gone ? 0 : this.#socket.writableLength + (this.#run?.bytes ?? 0);
  }

  listen(receiver: Receiver): void {
    this.#receiver = receiver;
  }

  #onFrame(data: RawData, binary: boolean): void {
    this.#silence = 0;
    if (this.#gone) return;
    this.#receiver?.onFrame((data as Buffer).length);
    try {
      if (binary) throw new ProtocolError(1003, 'Only text is understood');
      const receiver = this.#receiver;
      if (receiver === undefined) return;
      const message = this.#assembler.push((data as Buffer).toString(), receiver.messageUnits);
      receiver.onPart(this.#assembler.units);
      if (message !== undefined) receiver.onMessage(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#log.debug({ reason: error.message }, 'Protocol error');
      this.#end();
      this.close(error.code, error.message);
    }
  }

  /**
   * Responds to a ping, unless earlier data is still waiting for the peer to read it. Otherwise,
   * responses would accumulate for a peer that never reads.
   */
  #onPing(data: Buffer): void {
    this.#silence = 0;
    if (this.#gone) return;
    this.#receiver?.onFrame(data.length);
    if (this.unread === 0) this.#ws.pong(data);
  }

  #onGoodbye(): void {
    if (this.#gone) return;
    this.#gone = true;
    // A closed connection no longer counts toward any limit, so a peer must not be able to keep its
    // socket.
    this.#terminateSoon();
    this.#receiver?.onGoodbye();
  }

  #end(reason?: string): void {
    if (this.#gone) return;
    this.#gone = true;
    this.#receiver?.onGone(reason);
  }

  send(text: string): void {
    const frame = textFrames(text);
    if (!this.#accepts(frame)) return;
    if (this.#run === undefined) {
      this.isUrgent = true;
      this.#run = flushAfterTurn(this).withOwn(frame);
    } else {
      this.#run = this.#run.withOwn(frame);
      this.#hurry();
    }
  }

  sendPush(push: Push, suffix: string): void {
    push.frames ??= new Map();
    let frame = push.frames.get(suffix);
    if (frame === undefined) {
      frame = textFrames(pushText(push, suffix));
      push.frames.set(suffix, frame);
    }
    if (!this.#accepts(frame)) return;
    const run = this.#run ?? flushAfterTurn(this);
    this.#run = run.withShared(frame);
    // Collecting more frames would save nothing, because they are not joined.
    if (this.#run.bytes > JOINED_BYTES) this.#hurry();
  }

  /** Sends the collected frames at the end of this turn of the event loop. */
  #hurry(): void {
    if (this.isUrgent) return;
    this.isUrgent = true;
    // The frames may have been waiting since an earlier turn.
    flushAfterTurn(this);
  }

  /** Whether a frame may be sent now. If the peer reads too slowly, closes the connection. */
  #accepts(frame: Buffer): boolean {
    if (this.#gone || this.#ws.readyState !== this.#ws.OPEN) return false;
    const { unread } = this;
    const hasRoom = this.#receiver?.hasRoom(unread, frame.length) ?? true;
    if (hasRoom && !this.#backlog.isFull(unread, frame.length)) return true;
    this.#ws.terminate();
    this.#end('slow'); // The client reconnects and catches up by hash (protocol §20).
    return false;
  }

  get hasFrames(): boolean {
    return this.#run !== undefined;
  }

  /**
   * Writes the collected frames directly to the socket, in one system call. This is safe because
   * compression is off, and `ws` itself writes only whole frames.
   */
  flush(): void {
    const run = this.#run;
    if (run === undefined) return;
    this.#run = undefined;
    this.isUrgent = false;
    if (!this.#socket.writable) return;
    const { buffers } = run;
    if (buffers.length > 1) this.#socket.cork();
    for (const buffer of buffers) this.#socket.write(buffer);
    if (buffers.length > 1) this.#socket.uncork();
  }

  pause(): void {
    this.#paused = true;
    this.#ws.pause();
  }

  resume(): void {
    this.#paused = false;
    this.#ws.resume();
  }

  ping(): boolean {
    // Nothing is read from a paused client, so its silence means nothing.
    if (this.#paused) return true;
    if (this.#silence >= 2) return false;
    this.#silence++;
    this.flush();
    this.#ws.ping();
    return true;
  }

  /**
   * Closes the socket without sending the control message `s`, because a client that got this
   * message would never reconnect (protocol §3).
   */
  close(code: number, reason?: string): void {
    this.#gone = true;
    this.#ws.close(code, reason);
    this.#terminateSoon();
  }

  /** Terminates the socket after 1 s, in case the peer does not answer the close frame. */
  #terminateSoon(): void {
    setTimeout(() => this.#ws.terminate(), 1000).unref();
  }

  terminate(): void {
    this.#gone = true;
    this.#ws.terminate();
  }
}
