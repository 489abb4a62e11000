const KEY = 'halyard-closed-moves';

const stored = (): string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
  } catch {
    return [];
  }
};

/**
 * The mass moves whose results the user has closed in this tab. A reload does not show them again.
 */
export const closedMoves = {
  has: (id: string): boolean => stored().includes(id),
  add(ids: readonly string[]): void {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...stored(), ...ids].slice(-20)));
    } catch {
      // Storage is not available, so the bar appears again after a reload.
    }
  },
};
