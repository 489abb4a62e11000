import type { Company, Location } from '@halyard/domain';

const address = { address1: '1 Main St', address2: null, city: 'Lima', state: 'OH', zip: '45801' };

export function makeCompany(id: string, name: string, changes: Partial<Company> = {}): Company {
  const counts = { locations: 1, flags: 1, users: 1 };
  const rest = {
    phone: '5555550100',
    description: null,
    autoHalfMast: false,
    twoApprovals: false,
  };
  return { id, name, ...address, ...rest, ...counts, ...changes };
}

export function makeLocation(
  id: string,
  name: string,
  companyId: string,
  changes: Partial<Location> = {},
): Location {
  const rest = { company: companyId, phone: '5555550100', flags: 1, users: 1 };
  const unset = { latitude: null, longitude: null, timeZone: null, dailyRule: 'none' as const };
  const place = {
    latitude: 40.74,
    longitude: -84.11,
    timeZone: 'America/New_York',
    source: 'zip' as const,
  };
  return { id, name, companyId, ...address, ...rest, ...unset, place, ...changes };
}
