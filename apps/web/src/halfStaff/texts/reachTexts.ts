import type { OrderKind, OrderPreview, OrderReach, Position, ReachKind } from '@halyard/domain';
import { polesText } from './polesText.ts';

export const AUTOPILOT_OFF = 'Autopilot is off: nothing will move.';

const number = (count: number) => count.toLocaleString('en-US');
const isOf = (order: { kind: OrderKind }): Position => (order.kind === 'half' ? 'half' : 'up');
const PLACES: Record<Position, string> = { up: 'full staff', half: 'half-staff', down: 'down' };

/** Returns the phrase for each kind of pole, which a sentence puts next to its number. */
function phrases(position: Position, isOn: boolean): [ReachKind, string][] {
  return [
    ['moves', isOn ? 'will move' : 'would move'],
    ['there', `already at ${PLACES[position]}`],
    ['down', 'down'],
    ['held', 'held'],
    ['locked', 'locked'],
    ['offline', 'offline'],
    ['other', 'under another order or day'],
    ['never', 'never affected'],
  ];
}

/** "Applies to 24 poles; 8 will move, 13 stay down, 2 offline, 1 held." */
export function appliesText(preview: OrderPreview, order: { kind: OrderKind }): string {
  const { follow, later, poles, engineIsOn } = preview;
  const applies = `Applies to ${polesText(follow)}`;
  const parts = phrases(isOf(order), engineIsOn).flatMap(([kind, words]) => {
    const { count } = poles[kind];
    if (kind === 'moves') {
      const some = later > 0 && later < count ? ` (${number(later)} of them later)` : '';
      return [`${count === 0 ? 'none' : number(count)} ${words}${some}`];
    }
    if (count === 0) return [];
    if (kind === 'down') return [`${number(count)} ${count === 1 ? 'stays' : 'stay'} down`];
    return [`${number(count)} ${words}`];
  });
  return follow === 0 ? `${applies}.` : `${applies}; ${parts.join(', ')}.`;
}

/** "8 poles will move to half-staff." */
export const movesText = (count: number, order: { kind: OrderKind }): string =>
  `${count === 0 ? 'No pole' : polesText(count)} will move to ${PLACES[isOf(order)]}.`;

/** Describes what is in effect now: "8 at half-staff, 0 moving, 5 later, 13 down, 2 offline". */
export function inEffectText(
  { poles, later }: OrderReach,
  { position, isOn }: { position: Position; isOn: boolean },
): string {
  const moving = poles.moves.count - later;
  const rest = phrases(position, isOn).filter(([kind]) => !['moves', 'there'].includes(kind));
  const parts = [
    `${number(poles.there.count)} ${position === 'down' ? 'down' : `at ${PLACES[position]}`}`,
    ...(isOn ? [`${number(moving)} moving`] : moving > 0 ? [`${number(moving)} would move`] : []),
    ...(later > 0 ? [`${number(later)} later`] : []),
    ...rest.flatMap(([kind, words]) => {
      const { count } = poles[kind];
      return count === 0 ? [] : [`${number(count)} ${words}`];
    }),
  ];
  return parts.join(', ');
}

/**
 * Returns the label of the button that approves or amends: "Approve and lower 8 poles".
 * @param verb "Approve"
 */
export function actLabel(
  verb: string,
  preview: OrderPreview | undefined,
  order: { kind: OrderKind },
): string {
  if (!preview?.engineIsOn) return verb;
  const { moves } = preview.poles;
  const rising = preview.rising.count + (order.kind === 'full' ? moves.count : 0);
  const lowering = order.kind === 'half' ? moves.count : 0;
  const acts = [
    ...(lowering > 0 ? [`lower ${polesText(lowering)}`] : []),
    ...(rising > 0 ? [`raise ${polesText(rising)}`] : []),
  ];
  return acts.length === 0 ? verb : `${verb} and ${acts.join(', ')}`;
}
