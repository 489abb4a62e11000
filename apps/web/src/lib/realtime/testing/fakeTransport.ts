import type { ChildHandlers, RealtimeTransport } from '../transport.ts';

interface Listen {
  path: string;
  handlers: ChildHandlers;
}

interface ValueListen {
  path: string;
  value: (value: unknown) => void;
  refused: (error: Error) => void;
}

/** A realtime database that a test controls. */
export class FakeTransport implements RealtimeTransport {
  readonly listens: Listen[] = [];
  readonly valueListens: ValueListen[] = [];
  readonly updates: { path: string; values: Record<string, unknown> }[] = [];
  closed = false;
  /** Decides the outcome of each update. By default, every update succeeds. */
  answer: (path: string, values: Record<string, unknown>) => Promise<void> = () =>
    Promise.resolve();
  #connected: (connected: boolean) => void = () => {};

  onConnected(listener: (connected: boolean) => void) {
    this.#connected = listener;
    listener(false);
    return () => {};
  }

  onServerOffset() {
    return () => {};
  }

  listenChildren(path: string, handlers: ChildHandlers) {
    const listen = { path, handlers };
    this.listens.push(listen);
    return () => {
      const index = this.listens.indexOf(listen);
      if (index >= 0) this.listens.splice(index, 1);
    };
  }

  listenValue(path: string, value: ValueListen['value'], refused: ValueListen['refused']) {
    const listen = { path, value, refused };
    this.valueListens.push(listen);
    return () => {
      const index = this.valueListens.indexOf(listen);
      if (index >= 0) this.valueListens.splice(index, 1);
    };
  }

  update(path: string, values: Record<string, unknown>) {
    this.updates.push({ path, values });
    return this.answer(path, values);
  }

  close() {
    this.closed = true;
  }

  /** Delivers a flag's node to its only listener. @throws if there is not exactly one */
  report(
    { firebaseUserId, flagId }: { firebaseUserId: string; flagId: string },
    node: unknown,
  ): void {
    this.valueAt(`users/${firebaseUserId}/hardware/${flagId}`).value(node);
  }

  /** Returns the only listener to a value. @throws if there is not exactly one */
  valueAt(path: string): ValueListen {
    const found = this.valueListens.filter((listen) => listen.path === path);
    if (found.length !== 1) throw new Error(`${found.length} listens at ${path}`);
    return found[0]!;
  }

  setConnected(connected: boolean) {
    this.#connected(connected);
  }

  /** Returns the handlers of the only listener at a path. @throws if there is not exactly one */
  at(path: string): ChildHandlers {
    const found = this.listens.filter((listen) => listen.path === path);
    if (found.length !== 1) throw new Error(`${found.length} listens at ${path}`);
    return found[0]!.handlers;
  }
}
