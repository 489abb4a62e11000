/**
 * Maximum total size in bytes of frames that are copied into one buffer. Above this size, separate
 * writes are cheaper than copying.
 */
export const JOINED_BYTES = 64 * 1024;

/**
 * The frames to send through one socket in one write. Sockets that get the same
 * frames share one object, so the frames are joined only once.
 */
export class Run {
  /** The total size of the collected frames in bytes. */
  readonly bytes: number;
  readonly #before: Run | undefined;
  readonly #frame: Buffer | undefined;
  /** Caches the results of `withShared`. The key is the frame that was added. */
  #next: Map<Buffer, Run> | undefined;
  #buffers: readonly Buffer[] | undefined;

  constructor(before?: Run, frame?: Buffer) {
    this.#before = before;
    this.#frame = frame;
    this.bytes = (before?.bytes ?? 0) + (frame?.length ?? 0);
  }

  /**
   * Returns a new collection with these frames and one more, for a single socket. Other sockets
   * that share this collection are unaffected.
   */
  withOwn(frame: Buffer): Run {
    return new Run(this, frame);
  }

  /**
   * Like `withOwn`, but for a frame that several sockets get. Calls with the same frame return the
   * same collection, so that the sockets share it.
   */
  withShared(frame: Buffer): Run {
    this.#next ??= new Map();
    let next = this.#next.get(frame);
    if (next === undefined) {
      next = new Run(this, frame);
      this.#next.set(frame, next);
    }
    return next;
  }

  /** The collected frames, joined into a few buffers. */
  get buffers(): readonly Buffer[] {
    if (this.#buffers === undefined) {
      const frames: Buffer[] = [];
      for (let run: Run | undefined = this; run !== undefined; run = run.#before) {
        if (run.#frame !== undefined) frames.push(run.#frame);
      }
      frames.reverse();
      const isJoined = frames.length > 1 && this.bytes <= JOINED_BYTES;
      this.#buffers = isJoined ? [Buffer.concat(frames, this.bytes)] : frames;
    }
    return this.#buffers;
  }
}

/**
 * Minimum time in ms between two writes of pushes to one socket. The first push is sent at the end
 * of the current turn of the event loop. Later pushes wait for the next write, to save system
 * calls. Responses are not delayed.
 */
const PUSH_INTERVAL_MS = 10;

interface Sender {
  /** Whether the sender has frames that have been collected but not sent. */
  readonly hasFrames: boolean;
  /** Whether the collected frames must be sent before the end of the interval. */
  readonly isUrgent: boolean;
  /**
   * The number of the interval in which the sender last sent frames, counted from 1; 0 if it has
   * sent none.
   */
  sentIn: number;
  /** Sends the collected frames. */
  flush(): void;
}

let senders: Sender[] = [];
let empty = new Run();
/** The senders whose frames wait for the end of the interval. */
let waiting: Sender[] = [];
/**
 * The number of the current interval, counted from 1. An interval begins with the first frames that
 * are sent after the previous interval has ended.
 */
let interval = 0;
let intervalEnd = 0;

function beginInterval(now: number): void {
  interval++;
  intervalEnd = now + PUSH_INTERVAL_MS;
}

function endTurn(): void {
  const now = performance.now();
  if (now >= intervalEnd) beginInterval(now);
  const all = senders;
  senders = [];
  empty = new Run();
  for (const sender of all) {
    if (sender.isUrgent || sender.sentIn !== interval) {
      sender.sentIn = interval;
      sender.flush();
    } else if (sender.hasFrames) {
      if (waiting.length === 0) setTimeout(endInterval, intervalEnd - now);
      waiting.push(sender);
    }
  }
}

function endInterval(): void {
  beginInterval(performance.now());
  const all = waiting;
  waiting = [];
  for (const sender of all) {
    sender.sentIn = interval;
    sender.flush();
  }
}

/**
 * Schedules sending a sender's frames at the end of this turn of the event loop. If the sender has
 * just sent some, frames that are not urgent wait up to {@link PUSH_INTERVAL_MS}.
 * @returns an empty collection, to which the sender adds its frames
 */
export function flushAfterTurn(sender: Sender): Run {
  if (senders.length === 0) process.nextTick(endTurn);
  senders.push(sender);
  return empty;
}
