/** Called after a session event, such as the end of a user's session. */
type Listener = () => void;

function registry() {
  const listeners = new Set<Listener>();
  return {
    /** Adds a listener. Returns a function that removes it. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /**
     * Calls every listener, even if one of them throws. Throws the first error after all listeners
     * have been called.
     */
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

/**
 * Registers a listener for the end of the session. The listener runs before anything is shown to
 * the next user, so that it can clear the previous user's data.
 */
export const onSessionEnd = ends.subscribe;
export const endSession = ends.emit;

/** Registers a listener for API calls that get a 401 response. */
export const onUnauthorized = refusals.subscribe;
export const reportUnauthorized = refusals.emit;

/**
 * Registers a listener for events after which the session may have ended, such as a lost
 * connection.
 */
export const onSessionDoubt = doubts.subscribe;
export const reportSessionDoubt = doubts.emit;
