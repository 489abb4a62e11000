/** Whether this run is `npm run test:full`, which uses more clients, more data and more rounds. */
export const isFull = process.env.HALYARD_FULL !== undefined;
