import { inEffectAt, type OrdersAndDays } from '@halyard/domain';
import type { FleetPole } from '../../poles/fleet.ts';

/**
 * Whether an order or annual half-staff day requires half-staff at a pole at a given time.
 * @param at epoch milliseconds
 */
export function isHalf(
  { pole }: Pick<FleetPole, 'pole'>,
  facts: OrdersAndDays,
  at: number,
): boolean {
  const kind = inEffectAt(pole, facts, at).inEffect?.source.kind;
  return kind === 'order' || kind === 'annual-day';
}
