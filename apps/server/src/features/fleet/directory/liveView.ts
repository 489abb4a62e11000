import { type FlagRecord, nextChangeAt, switchesOn, viewFlag } from '@halyard/domain';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { FlagEntry, LiveView } from './entries.ts';

let lastReading = 0;

/**
 * Returns a function that returns the live state of flags at `now` (epoch milliseconds). It reads
 * each flag's state only once, so that all parts of one answer agree, and computes it again only if
 * the flag has a new record or time has changed it.
 */
export function liveViews(
  { record: recordOf }: { record(address: FlagAddress): FlagRecord },
  now: number,
): (entry: FlagEntry) => LiveView {
  const reading = ++lastReading;
  return (entry) => {
    const { live } = entry;
    if (live?.reading === reading) return live;
    const record = recordOf(entry);
    if (live !== null && live.record === record && now < live.changesAt) {
      live.reading = reading;
      return live;
    }
    const view = viewFlag(record, now);
    const { isOnline, voltage, position, command, lock } = view;
    entry.live = {
      reading,
      record,
      changesAt: nextChangeAt(record, now),
      isOnline,
      voltage,
      position,
      command,
      lock,
      on: switchesOn(view),
    };
    return entry.live;
  };
}
