export const POSITIONS = ['up', 'half', 'down'] as const;
/** A position that a flag can be sent to. */
export type Position = (typeof POSITIONS)[number];
