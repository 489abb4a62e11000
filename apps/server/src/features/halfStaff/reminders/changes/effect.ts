import {
  type Order,
  type OrderFacts,
  type OrdersAndDays,
  orderWindowsAtPole,
} from '@halyard/domain';
import { flatMapInTurns } from '../../../../platform/limits/pauses.ts';
import type { FleetPole } from '../../poles/fleet.ts';
import type { PoleWindow } from '../sending/commonMail.ts';
import { isHalf } from '../sending/isHalf.ts';
import type { PendingChange } from './changes.ts';

/** How a change to an order affects one company's poles. */
export interface Effect {
  /** The poles where the order was in effect, or where it would be in effect without the change. */
  before: readonly FleetPole[];
  /** The poles where the order is or will be in effect after the change. */
  after: readonly PoleWindow[];
  /** The poles whose flags are raised because of the change. */
  raised: readonly FleetPole[];
  /** The poles whose flags go to half-staff because of the change. */
  lowered: readonly FleetPole[];
  /**
   * The poles that the order no longer applies to but that stay at half-staff for another reason.
   */
  kept: readonly FleetPole[];
}

/**
 * Returns how a change to an order affects the given poles.
 * @param facts all current orders and half-staff days
 */
export async function effectOf(
  { before, after, firstAt }: PendingChange,
  poles: readonly FleetPole[],
  facts: OrdersAndDays,
  now: number,
): Promise<Effect> {
  const current = after.status === 'cancelled' ? undefined : orderIn(facts, after.id);
  const windowOf = (order: Order | OrderFacts | null | undefined, pole: FleetPole) =>
    order ? orderWindowsAtPole(order, pole.pole, facts).at(-1) : undefined;
  const earlier = await where(poles, (pole) => (windowOf(before, pole)?.until ?? 0) > firstAt);
  const later = await flatMapInTurns(poles, (pole) => {
    const window = windowOf(current, pole);
    return window && window.until > now ? [{ pole, window }] : [];
  });
  const still = new Set(later.map(({ pole }) => pole));
  const concerned = [...new Set([...earlier, ...still])];
  const wasHalf = new Set(await where(concerned, (pole) => isHalf(pole, facts, firstAt - 1)));
  const isHalfNow = new Set(await where(concerned, (pole) => isHalf(pole, facts, now)));
  return {
    before: earlier,
    after: later,
    raised: concerned.filter((pole) => wasHalf.has(pole) && !isHalfNow.has(pole)),
    lowered: concerned.filter((pole) => !wasHalf.has(pole) && isHalfNow.has(pole)),
    kept: earlier.filter((pole) => !still.has(pole) && wasHalf.has(pole) && isHalfNow.has(pole)),
  };
}

const orderIn = ({ orders }: OrdersAndDays, id: string): OrderFacts | undefined =>
  orders.find((order) => order.id === id);

const where = (
  poles: readonly FleetPole[],
  isWanted: (pole: FleetPole) => boolean,
): Promise<FleetPole[]> => flatMapInTurns(poles, (pole) => (isWanted(pole) ? [pole] : []));
