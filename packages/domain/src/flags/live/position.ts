export const POSITIONS = ['up', 'half', 'down'] as const;
/** Where a flag may be sent. */
export type Position = (typeof POSITIONS)[number];
