import { clockText, dayText, exactText } from '@halyard/domain';

/** "Nov 20, 2026". */
export const day = (moment: number) => dayText(moment);

/** "3:04 PM EST" today, "Nov 20, 3:04 PM EST" this year, else with its year. */
export const short = (moment: number) => clockText(moment, Date.now());

/** "Nov 20, 2026, 3:04:05 PM EST": what is shown on hover. */
export const exact = (moment: number) => exactText(moment);
