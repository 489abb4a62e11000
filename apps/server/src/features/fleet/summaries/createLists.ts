import type { Bus } from '../../../platform/jobs/bus.ts';
import type { Services } from '../../calls/context.ts';
import type { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import { Directory } from '../directory/directory.ts';
import type { Lists } from '../directory/lists.ts';
import { LiveFleet } from '../directory/liveFleet.ts';
import { Walks } from '../directory/walks.ts';
import { openAlertFacts } from './alertFacts.ts';
import { heldFacts } from './heldFacts.ts';

/**
 * Creates the in-memory data shared by all lists and flag summaries in this process.
 * @param bus connects this process to the other API processes
 */
export function createLists(
  services: Pick<Services, 'db' | 'link' | 'clock' | 'domainClock'>,
  poles: PoleIndex,
  bus?: Bus,
): Lists {
  const { db, link, clock } = services;
  const directory = new Directory(db);
  const stored = [openAlertFacts(db), heldFacts(services, poles)];
  const fleet = new LiveFleet({ directory, link, clock, stored });
  return { directory, fleet, walks: new Walks(clock, bus) };
}
