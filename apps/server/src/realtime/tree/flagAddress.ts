/** A flag's path in the realtime database: users/{ownerId}/hardware/{flagId}. */
export interface FlagAddress {
  ownerId: string;
  flagId: string;
}
