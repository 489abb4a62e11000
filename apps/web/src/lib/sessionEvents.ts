/**
 * What has to be forgotten when a person's session ends (logout, change of user, narrowed role):
 * whoever keeps data of that person or a connection in their name subscribes here. The listeners
 * run before anything is shown to the next person.
 */
type Listener = () => void;

function registry() {
  const listeners = new Set<Listener>();
  return {
    /** Returns the function that unsubscribes. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Runs every listener, even where one of them throws; the first error is thrown at the end. */
    emit(): void {
      const errors: unknown[] = [];
      for (const listener of [...listeners]) {
        try {
          listener();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

const ends = registry();
const refusals = registry();
const doubts = registry();

/** Runs the listener, synchronously, when the session of the person on screen ends. */
export const onSessionEnd = ends.subscribe;
export const endSession = ends.emit;

/** Runs the listener when a call was answered with 401. */
export const onUnauthorized = refusals.subscribe;
export const reportUnauthorized = refusals.emit;

/** Runs the listener when the session may be over, for all that is known here: a connection was lost. */
export const onSessionDoubt = doubts.subscribe;
export const reportSessionDoubt = doubts.emit;
