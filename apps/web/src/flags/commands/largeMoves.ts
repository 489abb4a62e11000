import type { MassMove } from '@halyard/domain';
import { onSessionEnd } from '@/lib/sessionEvents.ts';

/**
 * A mass move that the server performs in the background, because it has too many poles to list.
 */
export interface LargeMove extends Pick<MassMove, 'id' | 'control' | 'undoUntil' | 'progress'> {}

/** The large mass moves whose progress is on screen, latest first. Kept outside React. */
class LargeMoves {
  readonly #listeners = new Set<() => void>();
  #moves: readonly LargeMove[] = [];

  /** Shows the progress of a large mass move, if it is not on screen yet. */
  show(move: LargeMove): void {
    if (move.progress === null || this.#moves.some(({ id }) => id === move.id)) return;
    this.#publish([move, ...this.#moves]);
  }

  close(id: string): void {
    this.#publish(this.#moves.filter((move) => move.id !== id));
  }

  reset(): void {
    this.#publish([]);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): readonly LargeMove[] => this.#moves;

  #publish(moves: readonly LargeMove[]): void {
    this.#moves = moves;
    for (const listener of [...this.#listeners]) listener();
  }
}

export const largeMoves = new LargeMoves();

// Clears the bars, so that the next user does not see them.
onSessionEnd(() => largeMoves.reset());
