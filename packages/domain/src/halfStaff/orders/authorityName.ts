import { t } from '@halyard/messages';
import { stateInText } from '../../places/states.ts';
import type { Order } from './order.ts';

/**
 * Returns the authority that issued an order, as used within a sentence: "the President", "the
 * Governor of Florida".
 */
export function authorityName({ authority, scope }: Pick<Order, 'authority' | 'scope'>): string {
  switch (authority) {
    case 'president':
      return t`the President`;
    case 'governor': {
      const only = scope.kind === 'states' && scope.states.length === 1 ? scope.states[0] : null;
      const state = stateInText(only ?? '');
      return state === undefined ? t`the Governor` : t`the Governor of ${{ state }}`;
    }
    case 'mayor-dc':
      return t`the Mayor of the District of Columbia`;
    case 'county':
      return t`the county`;
    case 'city':
      return t`the city`;
    case 'company':
      return t`the company`;
  }
}
