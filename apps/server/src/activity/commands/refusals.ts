import { randomUUID } from 'node:crypto';
import type { ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/link.ts';
import type { RefusedWrite } from '../../realtime/refusedWrites.ts';
import { askedFor } from './askedFor.ts';
import type { GivenCommand, Happening } from './commandWatch.ts';

/** Milliseconds of one span of a person's, which begins with the first refusal. */
export const SPAN_MS = 10 * 60_000;
/** Refusals of one person that are entered one by one in a span. The others are one entry at its end. */
export const ENTERED_EACH = 20;

interface Span {
  until: number;
  /** From where the person came, as far as that is known. */
  address: string | null;
  entered: number;
  /** Refused beyond those. */
  more: number;
}

/**
 * Makes entries of the writes that the realtime database's rules refused. Refusing costs the one who
 * tries nothing, so that the entries are bounded: at most ENTERED_EACH + 1 of each person in SPAN_MS.
 */
export class Refusals {
  readonly #nextSeq: () => number;
  readonly #spans = new Map<string, Span>();

  /** @param nextSeq a number that no command in the log has */
  constructor(nextSeq: () => number) {
    this.#nextSeq = nextSeq;
  }

  /** @param address where the person is connected from @param now epoch milliseconds */
  note(write: RefusedWrite, address: string | null, now: number): Happening[] {
    const { by } = write;
    const told = this.tick(now);
    const span = this.#spans.get(by) ?? { until: now + SPAN_MS, address, entered: 0, more: 0 };
    this.#spans.set(by, span);
    const poles = write.poles.length === 0 ? [null] : write.poles;
    const each = poles.slice(0, ENTERED_EACH - span.entered);
    span.entered += each.length;
    span.more += poles.length - each.length;
    return [
      ...told,
      ...each.map((pole) => refusal(write, pole, { ...this.#given(write.by, span), at: now })),
    ];
  }

  /** Of each span that is over, how many refusals it had beyond those that were entered. */
  tick(now: number): Happening[] {
    const over = [...this.#spans].filter(([, { until }]) => until <= now);
    for (const [by] of over) this.#spans.delete(by);
    return over.flatMap(([by, span]) => summary(span, { ...this.#given(by, span), at: now }));
  }

  /** The same of all: nothing more comes. */
  end(now: number): Happening[] {
    const all = [...this.#spans];
    this.#spans.clear();
    return all.flatMap(([by, span]) => summary(span, { ...this.#given(by, span), at: now }));
  }

  #given(by: string, { address }: Span): Pick<GivenCommand, 'by' | 'seq' | 'address'> {
    return { by, seq: this.#nextSeq(), address };
  }
}

const BY_THE_RULES = 'not allowed by the rules of the realtime database';

type Given = Omit<GivenCommand, 'id'>;

function refusal(write: RefusedWrite, pole: FlagAddress | null, given: Given): Happening {
  const asked = pole && write.of(pole);
  const cause = asked?.isLocked ? 'locked for work at the pole' : BY_THE_RULES;
  const detail = { ...(asked?.states && askedFor(asked.states)), cause };
  return happening(asked?.states ? 'flag.command' : 'live.write', pole, detail, given);
}

function summary({ more }: Span, given: Given): Happening[] {
  if (more === 0) return [];
  const detail = { about: `${more} more in ${SPAN_MS / 60_000} minutes`, cause: BY_THE_RULES };
  return [happening('live.write', null, detail, given)];
}

const happening = (
  kind: Happening['kind'],
  pole: FlagAddress | null,
  detail: ActivityDetail,
  given: Given,
): Happening => ({
  kind,
  address: pole,
  // Not the id that the client gave, which may be anything.
  command: { id: randomUUID(), ...given },
  outcome: 'refused',
  at: given.at,
  detail,
});
