/**
 * What the words before a point in time are about: the flag, the honored people, an incident such
 * as a death, a ceremony, or something else.
 */
export type Topic = 'flag' | 'honor' | 'incident' | 'ceremony' | 'other';
