/** The company and location of a pole. */
export interface FlagPlace {
  companyId: string;
  locationId: string | null;
}

/**
 * Returns a flag's company and location according to its node, which is what the rules see; null if
 * unknown.
 */
export function placeIn(node: unknown): FlagPlace | null {
  const { companyId, locationId } = (node ?? {}) as Record<string, unknown>;
  if (typeof companyId !== 'string') return null;
  return { companyId, locationId: typeof locationId === 'string' ? locationId : null };
}
