import { stateInText } from '../../places/states.ts';
import type { Order } from './order.ts';

/** The authority of an order, as used in a sentence: "the President", "the Governor of Florida". */
export function authorityName({ authority, scope }: Pick<Order, 'authority' | 'scope'>): string {
  switch (authority) {
    case 'president':
      return 'the President';
    case 'governor': {
      const only = scope.kind === 'states' && scope.states.length === 1 ? scope.states[0] : null;
      const state = stateInText(only ?? '');
      return state === undefined ? 'the Governor' : `the Governor of ${state}`;
    }
    case 'mayor-dc':
      return 'the Mayor of the District of Columbia';
    case 'county':
      return 'the county';
    case 'city':
      return 'the city';
    case 'company':
      return 'the company';
  }
}
