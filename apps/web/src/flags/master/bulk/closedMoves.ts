const KEY = 'halyard-closed-moves';

const stored = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/** Mass moves whose bar a person has closed in this tab: a reload does not bring it back. */
export const closedMoves = {
  has: (id: string): boolean => stored().includes(id),
  add(ids: readonly string[]): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...stored(), ...ids].slice(-20)));
    } catch {
      // Without storage the bar comes back after a reload.
    }
  },
};
