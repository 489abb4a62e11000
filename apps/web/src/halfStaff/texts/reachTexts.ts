import type { OrderKind, OrderPreview, OrderReach, Position, ReachKind } from '@halyard/domain';
import { numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';

/** Formats a number of poles as a label, such as "3 offline". */
type CountText = (count: number) => string;

/** The texts for poles that an order does not move, by reason: "3 offline". */
const OTHERS: readonly (readonly [ReachKind, CountText])[] = [
  ['down', (count) => plural(count, { one: '# down', other: '# down' })],
  ['held', (count) => plural(count, { one: '# held', other: '# held' })],
  ['locked', (count) => plural(count, { one: '# locked', other: '# locked' })],
  ['offline', (count) => plural(count, { one: '# offline', other: '# offline' })],
  [
    'other',
    (count) =>
      plural(count, {
        one: '# already following another order or day',
        other: '# already following another order or day',
      }),
  ],
  [
    'waits',
    (count) =>
      plural(count, {
        one: '# is waiting for a second approval',
        other: '# are waiting for a second approval',
      }),
  ],
  [
    'notFollowed',
    (count) =>
      plural(count, { one: '# doesn’t follow this order', other: '# don’t follow this order' }),
  ],
  ['never', (count) => plural(count, { one: '# not affected', other: '# not affected' })],
];

const staysDownText: CountText = (count) =>
  plural(count, { one: '# stays down', other: '# stay down' });

/**
 * The texts for poles that are already in the required position, by kind of order: "2 already at
 * half-staff".
 */
const THERE: Record<OrderKind, CountText> = {
  half: (count) =>
    plural(count, { one: '# already at half-staff', other: '# already at half-staff' }),
  full: (count) =>
    plural(count, { one: '# already at full staff', other: '# already at full staff' }),
};

/** Says how many poles an order will move: "8 will move (2 of them later)". */
function moveText({ later, poles, engineIsOn }: OrderPreview): string {
  const { count } = poles.moves;
  const some = numberText(later);
  if (later > 0 && later < count)
    return engineIsOn
      ? plural(count, {
          one: `# will move (${some} of them later)`,
          other: `# will move (${some} of them later)`,
        })
      : plural(count, {
          one: `# would move (${some} of them later)`,
          other: `# would move (${some} of them later)`,
        });
  return engineIsOn
    ? plural(count, { 0: 'none will move', one: '# will move', other: '# will move' })
    : plural(count, { 0: 'none would move', one: '# would move', other: '# would move' });
}

/**
 * Describes what an order does to the poles in its scope: "Applies to 24 poles; 8 will move, 13
 * stay down, 2 offline, 1 held."
 */
export function appliesText(preview: OrderPreview, { kind }: { kind: OrderKind }): string {
  const { follow, poles } = preview;
  if (follow === 0) return t`Doesn’t apply to any poles.`;
  const rest = [['there', THERE[kind]] as const, ...OTHERS].flatMap(([name, text]) => {
    const { count } = poles[name];
    if (count === 0) return [];
    return [name === 'down' ? staysDownText(count) : text(count)];
  });
  const parts = [moveText(preview), ...rest].join(', ');
  return plural(follow, {
    one: `Applies to # pole; ${parts}.`,
    other: `Applies to # poles; ${parts}.`,
  });
}

/** Says how many poles an order will move, and where to: "8 poles will move to half-staff." */
export const movesText = (count: number, { kind }: { kind: OrderKind }): string =>
  kind === 'half'
    ? plural(count, {
        0: 'No poles will move to half-staff.',
        one: '# pole will move to half-staff.',
        other: '# poles will move to half-staff.',
      })
    : plural(count, {
        0: 'No poles will move to full staff.',
        one: '# pole will move to full staff.',
        other: '# poles will move to full staff.',
      });

/** Formats the number of poles that are already in the correct position, by position. */
const IN_POSITION: Record<Position, CountText> = {
  up: (count) => plural(count, { one: '# at full staff', other: '# at full staff' }),
  half: (count) => plural(count, { one: '# at half-staff', other: '# at half-staff' }),
  down: (count) => plural(count, { one: '# down', other: '# down' }),
};

/** Describes what is in effect now: "8 at half-staff, 0 moving, 5 later, 13 down, 2 offline". */
export function inEffectText(
  { poles, later }: OrderReach,
  { position, isOn }: { position: Position; isOn: boolean },
): string {
  const moving = poles.moves.count - later;
  const parts = [IN_POSITION[position](poles.there.count)];
  if (isOn) parts.push(plural(moving, { one: '# moving', other: '# moving' }));
  else if (moving > 0) parts.push(plural(moving, { one: '# would move', other: '# would move' }));
  if (later > 0) parts.push(plural(later, { one: '# later', other: '# later' }));
  for (const [kind, text] of OTHERS) {
    const { count } = poles[kind];
    if (count > 0) parts.push(text(count));
  }
  return parts.join(', ');
}

/** Returns the label of the button that approves or amends: "Approve and lower 8 poles". */
export function actLabel(
  act: 'approve' | 'amend',
  preview: OrderPreview | undefined,
  order: { kind: OrderKind },
): string {
  const approves = act === 'approve';
  if (!preview?.engineIsOn) return approves ? t`Approve` : t`Amend`;
  const { moves } = preview.poles;
  const rising = preview.rising.count + (order.kind === 'full' ? moves.count : 0);
  const lowering = order.kind === 'half' ? moves.count : 0;
  if (lowering > 0 && rising > 0)
    return approves
      ? t`Approve and lower ${plural(lowering, { one: '# pole', other: '# poles' })}, raise ${plural(rising, { one: '# pole', other: '# poles' })}`
      : t`Amend and lower ${plural(lowering, { one: '# pole', other: '# poles' })}, raise ${plural(rising, { one: '# pole', other: '# poles' })}`;
  if (lowering > 0)
    return approves
      ? t`Approve and lower ${plural(lowering, { one: '# pole', other: '# poles' })}`
      : t`Amend and lower ${plural(lowering, { one: '# pole', other: '# poles' })}`;
  if (rising > 0)
    return approves
      ? t`Approve and raise ${plural(rising, { one: '# pole', other: '# poles' })}`
      : t`Amend and raise ${plural(rising, { one: '# pole', other: '# poles' })}`;
  return approves ? t`Approve` : t`Amend`;
}

/**
 * Says how many poles of a company are waiting: "5 poles of Acme are waiting for a second
 * approval."
 */
export const waitsText = ({ name, poles }: OrderPreview['waiting'][number]): string =>
  plural(
    { count: poles },
    {
      one: `# pole at ${{ company: name }} is waiting for a second approval.`,
      other: `# poles at ${{ company: name }} are waiting for a second approval.`,
    },
  );
