import { parseArgs } from 'node:util';
import { type Clock, simulatedClock } from '../../platform/clock.ts';
import { CannotStart } from '../../platform/config/cannotStart.ts';
import type { DemoClock } from './demoClock.ts';
import { memorialDayClock } from './memorialDay.ts';

const MAX_SPEED = 3600;

/**
 * Parses the options that set the half-staff engine's clock: `--at 2026-05-25T05:00-05:00 --speed
 * 60`, or `--memorial-day`. Returns null if neither is given; the demo then runs in real time.
 * @throws CannotStart with a one-sentence message
 */
export function readDemoClock(args: string[], clock: Clock): DemoClock | null {
  const { values } = parseArgs({
    args,
    strict: false,
    options: {
      at: { type: 'string' },
      speed: { type: 'string', default: '60' },
      'memorial-day': { type: 'boolean' },
    },
  });
  if (values['memorial-day']) return memorialDayClock(clock);
  if (values.at === undefined) return null;
  const begin = Date.parse(String(values.at));
  // Without a UTC offset, the time would depend on the machine's time zone.
  if (Number.isNaN(begin) || !/T.*(Z|[+-]\d\d:\d\d)$/.test(String(values.at)))
    throw new CannotStart('--at must be a time with its offset, such as 2026-05-25T05:00-05:00.');
  const speed = Number(values.speed);
  if (!(speed > 0 && speed <= MAX_SPEED))
    throw new CannotStart(`--speed must be a number above 0, at most ${MAX_SPEED}.`);
  return { domainClock: simulatedClock(clock, begin, speed), speed };
}
