/** The path of a flag in the realtime database: users/{ownerId}/hardware/{flagId}. */
export interface FlagAddress {
  ownerId: string;
  flagId: string;
}
