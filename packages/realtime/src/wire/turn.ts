/** Maximum size in bytes of a run that is copied into one buffer. Copying larger ones costs more. */
const JOINED_BYTES = 64 * 1024;

/**
 * The frames that a socket is sent in one turn of the event loop. Sockets that are sent the same
 * frames share their runs, so that the frames are joined only once for all of them.
 */
export class Run {
  /** The total size of the frames in bytes. */
  readonly bytes: number;
  readonly #before: Run | undefined;
  readonly #frame: Buffer | undefined;
  /** The runs that continue this one, by their last frame. */
  #next: Map<Buffer, Run> | undefined;
  #buffers: readonly Buffer[] | undefined;

  constructor(before?: Run, frame?: Buffer) {
    this.#before = before;
    this.#frame = frame;
    this.bytes = (before?.bytes ?? 0) + (frame?.length ?? 0);
  }

  /** Returns the run with another frame, which only one socket is sent. */
  withOwn(frame: Buffer): Run {
    return new Run(this, frame);
  }

  /** Returns the run with another frame, which many sockets are sent. */
  withShared(frame: Buffer): Run {
    this.#next ??= new Map();
    let next = this.#next.get(frame);
    if (next === undefined) {
      next = new Run(this, frame);
      this.#next.set(frame, next);
    }
    return next;
  }

  /** The frames in as few buffers as is sensible. */
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
  /** Sends what has been collected in this turn. */
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
 * Has a sender flushed at the end of this turn of the event loop. One tick serves all senders, so
 * that a push to thousands of listeners does not queue thousands of callbacks.
 * @returns the run without frames, with which the sender's turn begins
 */
export function flushAfterTurn(sender: Sender): Run {
  if (senders.length === 0) process.nextTick(endTurn);
  senders.push(sender);
  return empty;
}
