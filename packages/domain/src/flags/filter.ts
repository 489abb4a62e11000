import type { FlagView } from './view.ts';

/** What of the flags a list is narrowed to. */
export const FLAG_FILTERS = ['offline', 'alert', 'not-confirmed'] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/** Whether a flag's live state is what the filter asks for; one without a state is offline. */
export function passesFilter(filter: FlagFilter, view: FlagView | undefined): boolean {
  switch (filter) {
    case 'offline':
      return !view?.isOnline;
    case 'alert':
      return view?.isAlert === true;
    case 'not-confirmed':
      return view?.command === 'not-confirmed';
  }
}
