/**
 * Whether this run is `npm run test:full`, which also runs the tests that take a long time, with
 * more rounds, more variants and real delays.
 */
export const isFull = Boolean(process.env.HALYARD_FULL);
