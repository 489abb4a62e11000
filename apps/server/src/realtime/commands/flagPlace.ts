/** The company and location of a pole. */
export interface FlagPlace {
  companyId: string;
  locationId: string | null;
}

/** Whose a flag is by its node of the realtime database, as the rules know it; null where that is not known. */
export function placeIn(node: unknown): FlagPlace | null {
  const { companyId, locationId } = (node ?? {}) as Record<string, unknown>;
  if (typeof companyId !== 'string') return null;
  return { companyId, locationId: typeof locationId === 'string' ? locationId : null };
}
