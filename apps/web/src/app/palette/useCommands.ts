import {
  type Flag,
  type MasterCounts,
  type MoveControl,
  may,
  type SessionUser,
  type SwitchField,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  ArrowDownToLine,
  ArrowUpToLine,
  ClipboardCheck,
  FoldVertical,
  History,
  Lightbulb,
  LightbulbOff,
  ListTree,
  Lock,
  type LucideIcon,
} from '@/components/icons/index.ts';
import { writePathOf } from '@/flags/commands/commands.ts';
import { CONTROL_OF } from '@/flags/commands/moveControls.ts';
import { hindranceOf } from '@/flags/control/FlagSwitch.tsx';
import { leftOutText } from '@/flags/master/movePlan.ts';
import { withDialog } from '@/lib/page/dialogParam.ts';
import { poleHistoryHref, poleHref } from '@/lib/paths.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { useLiveValue } from '@/lib/realtime/useFlagState.ts';
import { readCommand, type Verb } from './commandWords.ts';
import type { Entry, FoundGroup } from './findEntries.ts';
import { findTargets, type Target, targetsOf } from './findTargets.ts';
import { type FoundPoles, isWhole } from './searchPools.ts';
import type { Search } from './useSearch.ts';

/** A palette command that sets a switch of one pole, or of all poles at a location. */
interface Move {
  kind: 'move';
  field: SwitchField;
  on: boolean;
  control: MoveControl;
  /**
   * The text to show instead of the command if the pole is already in the requested state, such as
   * "Already up".
   */
  already: string;
  icon: LucideIcon;
  /**
   * Returns the command's label.
   * @param what the poles to move, such as "Main Entrance, Harbor Headquarters" or "3 poles at
   * Harbor Headquarters"
   */
  label: (what: string) => string;
}

/** A palette command that opens a section or a dialog of a pole's page. */
interface Opening {
  kind: 'opening';
  /** Whether only users who may move poles can use the command. */
  switches: boolean;
  icon: LucideIcon;
  label: (what: string) => string;
  to: (id: string) => string;
  /** Whether the command is unavailable while the pole is locked. */
  needsUnlocked?: boolean;
}

const position = (
  field: SwitchField,
  already: string,
  icon: LucideIcon,
  label: Move['label'],
): Move => ({ kind: 'move', field, on: true, control: CONTROL_OF[field], already, icon, label });

const lamp = (on: boolean): Move => ({
  kind: 'move',
  field: 'lamp',
  on,
  control: on ? 'lamps-on' : 'lamps-off',
  already: on ? t`Already on` : t`Already off`,
  icon: on ? Lightbulb : LightbulbOff,
  label: (what) => (on ? t`Turn on the lamp: ${what}` : t`Turn off the lamp: ${what}`),
});

const VERBS: Record<Verb, Move | Opening> = {
  raise: position('flagUp', t`Already up`, ArrowUpToLine, (what) => t`Raise ${what}`),
  lower: position('flagDown', t`Already down`, ArrowDownToLine, (what) => t`Lower ${what}`),
  half: position(
    'flagHalf',
    t`Already at half-staff`,
    FoldVertical,
    (what) => t`Move to half-staff: ${what}`,
  ),
  'lamp-on': lamp(true),
  'lamp-off': lamp(false),
  lock: {
    kind: 'opening',
    switches: true,
    icon: Lock,
    label: (what) => t`Lock ${what}…`,
    to: (id) => withDialog(poleHref(id), `lock:${encodeURIComponent(id)}`),
    needsUnlocked: true,
  },
  test: {
    kind: 'opening',
    switches: true,
    icon: ClipboardCheck,
    label: (what) => t`Test ${what}…`,
    to: (id) => withDialog(poleHref(id), `test:${encodeURIComponent(id)}`),
  },
  history: {
    kind: 'opening',
    switches: false,
    icon: History,
    label: (what) => t`History for ${what}`,
    to: (id) => poleHistoryHref(id),
  },
  timeline: {
    kind: 'opening',
    switches: false,
    icon: ListTree,
    label: (what) => t`Timeline for ${what}`,
    to: poleHref,
  },
};

/** What the palette does when the user chooses a command. */
export interface CommandActions {
  movePole: (flag: Flag, field: SwitchField, on: boolean) => void;
  /** Asks for confirmation before moving all poles at a location. */
  askMove: (locationId: string, control: MoveControl) => void;
}

export interface Commands {
  /** The matching commands; null if the typed text is not a command. */
  group: FoundGroup | null;
  /**
   * Whether Enter runs the first command even if the user has not selected one. True if the command
   * only opens a page or dialog, or if the typed text has no other meaning.
   */
  isSure: boolean;
  /** Whether the matching commands move poles. */
  isMove: boolean;
  /**
   * Says why no command is offered: the user has not typed a pole or location yet, or may not move
   * flags. Otherwise null.
   */
  hint: string | null;
}

interface Offer {
  verb: Verb;
  target: Target;
  label: string;
  detail: string;
  refusal: string | null;
}

const NONE: Commands = { group: null, isSure: false, isMove: false, hint: null };
const stateOf = (id: string) => flagStore.state(id);
const sameOffers = (a: readonly Offer[], b: readonly Offer[]) =>
  a.length === b.length &&
  a.every((one, at) => {
    const other = b[at]!;
    return (
      one.verb === other.verb &&
      one.target === other.target &&
      one.label === other.label &&
      one.detail === other.detail &&
      one.refusal === other.refusal
    );
  });

/**
 * Returns the commands for the poles and locations that match the typed words. If a command is
 * currently unavailable, it includes the reason. View-only users get no commands that move poles.
 */
export function useCommands(
  user: SessionUser,
  { poles, isSettled }: Pick<Search, 'poles' | 'isSettled'>,
  typed: string,
  { movePole, askMove }: CommandActions,
): Commands {
  const found = useMemo(() => find(user, poles?.found, typed), [user, poles, typed]);
  useListening(found?.isAllowed ? found.shown : NO_TARGETS);
  const canWrite = useCanWrite();
  const connection = useSyncExternalStore(realtime.subscribe, () => realtime.version);
  const offer = useCallback(() => {
    // Recomputes when the connection changes, because that changes which poles can be reached.
    void connection;
    return found === null || !found.isAllowed
      ? []
      : found.shown.flatMap((target) => found.verbs.map((verb) => offerOf(verb, target, canWrite)));
  }, [found, connection, canWrite]);
  const offers = useLiveValue(offer, sameOffers);
  return useMemo(() => {
    if (found === null) return NONE;
    if (!found.isAllowed) return { ...NONE, hint: t`You can’t move flags` };
    if (found.isEmpty) return { ...NONE, hint: t`Type the name of a pole or location` };
    if (offers.length === 0) return NONE;
    const shown = offers.map((one) => entryOf(one, { movePole, askMove }));
    const total = found.total * found.verbs.length;
    const isMove = found.verbs.some((verb) => VERBS[verb].kind === 'move');
    // Until the server has responded, another pole with the same name may exist, so the target is
    // not clear yet.
    const isClear = found.verbs.length === 1 && found.meant === offers[0]!.target && isSettled;
    return {
      group: { name: t`Commands`, shown, total, begins: false },
      isSure: !isMove || isClear,
      isMove,
      hint: null,
    };
  }, [found, offers, isSettled, movePole, askMove]);
}

const NO_TARGETS: readonly Target[] = [];

/** Subscribes to live updates of the poles in the palette. */
function useListening(targets: readonly Target[]): void {
  useEffect(() => {
    const stops = targets.flatMap((target) =>
      target.kind === 'pole' ? flagStore.subscribe(target.id, () => {}) : [],
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [targets]);
}

function find(user: SessionUser, poles: FoundPoles | undefined, typed: string) {
  const command = readCommand(typed);
  if (command === null) return null;
  const first = VERBS[command.verbs[0]!];
  const isAllowed = (first.kind === 'opening' && !first.switches) || may(user, 'flag.switch');
  const kinds = first.kind === 'move' ? (['pole', 'location'] as const) : (['pole'] as const);
  const { locations, flags } = poles ?? NOTHING_FOUND;
  const found = findTargets(
    targetsOf(locations.items, flags.items as Flag[]),
    command.target,
    kinds,
  );
  const isPartial = !isWhole({ locations, flags });
  const counted = flags.total + (first.kind === 'move' ? locations.total : 0);
  return {
    ...found,
    total: isPartial ? counted : found.total,
    verbs: command.verbs,
    isAllowed,
    isEmpty: command.target === '',
  };
}

const NOTHING_FOUND: FoundPoles = {
  locations: { items: [], total: 0 },
  flags: { items: [], total: 0 },
};

function offerOf(verb: Verb, target: Target, canWrite: boolean): Offer {
  const act = VERBS[verb];
  if (target.kind === 'pole') {
    const { flag } = target;
    return {
      verb,
      target,
      label: act.label(`${flag.name}, ${flag.location}`),
      detail: `${flag.flagId} · ${flag.company}`,
      refusal: act.kind === 'move' ? poleRefusal(act, flag) : openingRefusal(act, flag),
    };
  }
  const { name, company, flags, controls } = target.location;
  const { online, locked } = controls;
  const left = leftOutText({ offline: flags - online - locked, locked });
  const count = online > 0 ? online : flags;
  return {
    verb,
    target,
    label: act.label(
      t`${plural(count, { one: '# pole', other: '# poles' })} at ${{ location: name }}`,
    ),
    detail: [company, left, t`You’ll be asked to confirm`].filter(Boolean).join(' · '),
    refusal: locationRefusal(controls, canWrite),
  };
}

/** Returns why a command cannot move the pole now; null if it can. */
function poleRefusal(
  { field, on, already }: Pick<Move, 'field' | 'on' | 'already'>,
  flag: Flag,
): string | null {
  const view = stateOf(flag.id)?.view;
  if (!view) return t`Loading…`;
  const hindrance = hindranceOf(view, writePathOf(flag) !== 'blocked', true);
  if (hindrance !== null) return hindrance;
  const one = view.switches.find((each) => each.field === field)!;
  if (one.state !== on || one.phase === 'no-feedback') return null;
  return one.phase === 'pending' ? t`Command already sent` : already;
}

function openingRefusal({ needsUnlocked }: Opening, flag: Flag): string | null {
  const lock = needsUnlocked ? stateOf(flag.id)?.view.lock : null;
  return lock ? t`Locked by ${{ name: lock.byName }}` : null;
}

function locationRefusal({ online, locked }: MasterCounts, canWrite: boolean): string | null {
  if (online === 0) return locked > 0 ? t`All online poles are locked` : t`No poles are online`;
  return canWrite ? null : t`Not connected`;
}

function entryOf(
  { verb, target, label, detail, refusal }: Offer,
  { movePole, askMove }: CommandActions,
): Entry {
  const act = VERBS[verb];
  const shared = {
    key: `command ${verb} ${target.kind} ${target.id}`,
    label,
    detail,
    icon: act.icon,
    ...(refusal !== null && { refusal }),
    // Remembers the page, never the command itself, because pressing Enter chooses a recent entry.
    recent: target.kind === 'pole' ? `flag ${target.id}` : `location ${target.id}`,
  };
  if (act.kind === 'opening') return { ...shared, to: act.to(target.id) };
  if (target.kind === 'location') return { ...shared, run: () => askMove(target.id, act.control) };
  // The pole's page shows the result, and lets the user cancel the command.
  return {
    ...shared,
    run: () => movePole(target.flag, act.field, act.on),
    to: poleHref(target.id),
  };
}
