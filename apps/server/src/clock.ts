/** The time in epoch milliseconds; tests hold it in their hand. */
export type Clock = () => number;
export const systemClock: Clock = () => Date.now();
