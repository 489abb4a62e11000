/**
 * Listeners for the end of a user's session (sign-out, change of user, reduced role). Code that
 * keeps a user's data, or a connection in their name, subscribes here to clear it. The listeners
 * run before anything is shown to the next user.
 */
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
    /** Runs every listener, even if one of them throws. Throws the first error at the end. */
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

/** Adds a listener that runs synchronously when the current user's session ends. */
export const onSessionEnd = ends.subscribe;
export const endSession = ends.emit;

/** Adds a listener that runs when a call gets a 401 response. */
export const onUnauthorized = refusals.subscribe;
export const reportUnauthorized = refusals.emit;

/** Adds a listener that runs when the session may be over, because a connection was lost. */
export const onSessionDoubt = doubts.subscribe;
export const reportSessionDoubt = doubts.emit;
