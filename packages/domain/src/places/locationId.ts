/**
 * Creates the ID of a new location (spec §3) from the company ID, the city and the time in epoch
 * milliseconds. The city is in lowercase, with hyphens for spaces, and contains only a-z, 0-9 and
 * hyphens.
 */
export function locationId(companyId: string, city: string, timestamp: number): string {
  return `${companyId}-${citySlug(city)}-${timestamp}`;
}

/** Whether the ID is one that `locationId` could create for this company. */
export function isLocationId(value: string, companyId: string): boolean {
  return (
    value.startsWith(`${companyId}-`) &&
    /^[a-z0-9-]{1,100}-\d{1,16}$/.test(value.slice(companyId.length + 1))
  );
}

function citySlug(city: string): string {
  const slug = city
    .normalize('NFD')
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 80);
  return slug || 'city';
}
