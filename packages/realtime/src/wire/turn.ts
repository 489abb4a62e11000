/**
 * Maximum total size in bytes of frames that are copied into one buffer. For more, separate writes
 * cost less than copying.
 */
const JOINED_BYTES = 64 * 1024;

/**
 * The frames to send through one socket in one turn of the event loop. Sockets that get the same
 * frames share one object, so the frames are joined only once.
 */
export class Run {
  /** The total size of the collected frames in bytes. */
  readonly bytes: number;
  readonly #before: Run | undefined;
  readonly #frame: Buffer | undefined;
  /** The collections that consist of this one and one more frame, by that frame. */
  #next: Map<Buffer, Run> | undefined;
  #buffers: readonly Buffer[] | undefined;

  constructor(before?: Run, frame?: Buffer) {
    this.#before = before;
    this.#frame = frame;
    this.bytes = (before?.bytes ?? 0) + (frame?.length ?? 0);
  }

  /** Returns a collection of frames with one more frame, for this socket only. */
  withOwn(frame: Buffer): Run {
    return new Run(this, frame);
  }

  /**
   * Returns this collection with one more frame, which several sockets get. For the same frame,
   * returns the same collection.
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

interface Sender {
  /** Sends the frames that the sender has collected in this turn of the event loop. */
  flush(): void;
}

let senders: Sender[] = [];
let empty = new Run();

function endTurn(): void {
  const all = senders;
  senders = [];
  empty = new Run();
  for (const sender of all) sender.flush();
}

/**
 * Sends a sender's frames at the end of this turn of the event loop, together with those of all
 * other senders.
 * @returns an empty collection of frames, to which the sender adds its frames
 */
export function flushAfterTurn(sender: Sender): Run {
  if (senders.length === 0) process.nextTick(endTurn);
  senders.push(sender);
  return empty;
}
