import {
  clockText,
  dayName,
  newestPositionRequest,
  type OrdersAndDays,
  requestedPosition,
  type WrongPosition,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Services } from '../../../calls/context.ts';
import type { FleetPole } from '../../../halfStaff/poles/fleet.ts';
import { type WrongPole, wrongAmong } from '../../../halfStaff/poles/wrongPositions/find.ts';
import { nameFor, namesOf } from '../../../identity/users/requesters.ts';

/** Why a flag is in the wrong position, and since when (epoch milliseconds). */
export interface PositionFault {
  since: number;
  cause: string;
}

/** Returns the given poles that are in the wrong position and need an alert, by `flags.id`. */
export async function findPositionFaults(
  services: Services,
  fleet: readonly FleetPole[],
  facts: OrdersAndDays,
): Promise<Map<string, PositionFault>> {
  const { clock, domainClock, db } = services;
  const wall = clock();
  const now = domainClock.at(wall);
  const poles = wrongAmong(services, fleet, facts).filter(
    ({ wrong }) => wrong.alertAt !== null && wrong.alertAt <= now,
  );
  const names = await namesOf(
    db.queries,
    poles.map(({ record, wrong }) =>
      wrong.isDeliberate ? (newestPositionRequest(record)?.by ?? null) : null,
    ),
  );
  // With a simulated clock, the half-staff engine's times cannot be compared with real times.
  const isReal = now === wall;
  return new Map(
    poles.map((pole) => [
      pole.flag.id,
      { since: isReal ? pole.wrong.since : wall, cause: causeOf(pole, names, services) },
    ]),
  );
}

function causeOf(
  { wrong, pole, record }: WrongPole,
  names: Awaited<ReturnType<typeof namesOf>>,
  { domainClock }: Services,
): string {
  const request = newestPositionRequest(record);
  const by = wrong.isDeliberate && request ? nameFor(names, request.by, pole.companyId) : undefined;
  if (!request || by === undefined || requestedPosition(record) !== pole.reported)
    return whatIsWrong(wrong);
  const time = clockText(domainClock.at(request.at), domainClock.now(), pole.place.timeZone);
  const problem = whatIsWrong(wrong);
  return wrong.kind === 'half-staff'
    ? t`${{ problem }} Lowered by ${{ name: by }} at ${{ time }}.`
    : t`${{ problem }} Raised by ${{ name: by }} at ${{ time }}.`;
}

function whatIsWrong({ kind, source }: WrongPosition): string {
  if (kind === 'half-staff')
    return source === null
      ? t`At half-staff with nothing in effect.`
      : t`At half-staff during a full-staff exception (${{ order: dayName(source.title) }}).`;
  return t`At full staff though half-staff is in effect (${{ order: dayName(source?.title ?? '') }}).`;
}
