/** A flag's place in the realtime database: users/{ownerId}/hardware/{flagId}. */
export interface FlagAddress {
  ownerId: string;
  flagId: string;
}
