/** The company and location of a pole. */
export interface FlagPlace {
  companyId: string;
  locationId: string | null;
}

/**
 * Reads the company and location of a flag from the same realtime data that the security rules use.
 * Null if they are unknown.
 */
export function placeIn(node: unknown): FlagPlace | null {
  const { companyId, locationId } = (node ?? {}) as Record<string, unknown>;
  if (typeof companyId !== 'string') return null;
  return { companyId, locationId: typeof locationId === 'string' ? locationId : null };
}
