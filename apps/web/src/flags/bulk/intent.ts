import { COMMAND_MAX_AGE_MS } from '@halyard/domain';
import { realtime } from '@/lib/realtime/realtime.ts';

/** Whether what a person asked for may still be done. */
export interface Intent {
  stands: () => boolean;
  /** Something was answered: it is going on. */
  progress: () => void;
  end: () => void;
}

/**
 * A press on a master control, while its many commands are on their way. It no longer stands once
 * the connection was lost or nothing was answered for 30 s: the machine may have slept, and what
 * was asked before must not move a pole on its return.
 */
export function intent(): Intent {
  let lost = false;
  let answered = Date.now();
  const unsubscribe = realtime.subscribe(() => {
    if (realtime.connection === 'reconnecting' || realtime.connection === 'disconnected') {
      lost = true;
    }
  });
  return {
    stands: () => !lost && Date.now() - answered < COMMAND_MAX_AGE_MS,
    progress: () => {
      answered = Date.now();
    },
    end: unsubscribe,
  };
}
