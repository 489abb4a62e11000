import { type Facts, inEffectAt } from '@halyard/domain';
import type { FleetPole } from '../../poles/fleet.ts';

/**
 * Whether any order or annual day calls for half-staff at a pole at a given time (epoch
 * milliseconds).
 */
export function isHalf({ pole }: Pick<FleetPole, 'pole'>, facts: Facts, at: number): boolean {
  const kind = inEffectAt(pole, facts, at).inEffect?.source.kind;
  return kind === 'order' || kind === 'annual-day';
}
