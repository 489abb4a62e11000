import { t } from '@halyard/messages';
import { z } from 'zod';

/** The error message for a page cursor that the server has never sent. */
export const UNKNOWN_PAGE = t`The value of "after" is invalid. Use "next" from the previous response.`;

/** The number of entries on one page of a log. */
export const pageLength = ({ most, standard }: { most: number; standard: number }) =>
  z.coerce
    .number({ error: t`limit must be a number` })
    .int(t`limit must be a whole number`)
    .min(1, t`limit must be at least 1`)
    .max(most, t`limit must be at most ${{ most }}`)
    .default(standard);

const NOT_A_MOMENT = t`Times must be in milliseconds since 1970.`;

/** A time in a query, in epoch milliseconds. */
export const queriedMoment = z.coerce
  .number({ error: NOT_A_MOMENT })
  .int(NOT_A_MOMENT)
  .min(0, NOT_A_MOMENT)
  .max(8.64e15, NOT_A_MOMENT);
