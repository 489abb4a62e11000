// Without a zone, these functions use the browser's time zone.
import { clockText, dayText, exactText } from '@halyard/domain';

/** Formats a date: "Nov 20, 2026". */
export const day = (moment: number, zone?: string) => dayText(moment, zone);

/**
 * Formats a time: "3:04 PM EST" today, "Nov 20, 3:04 PM EST" this year, otherwise with the year.
 */
export const short = (moment: number, zone?: string) => clockText(moment, Date.now(), zone);

/** Formats a time for a tooltip: "Nov 20, 2026, 3:04:05 PM EST". */
export const exact = (moment: number, zone?: string) => exactText(moment, zone);
