const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const exactFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** "Nov 20, 2026". */
export const day = (moment: number) => dayFormat.format(moment);

/** "Nov 20, 2026, 3:04:05 PM": what is shown on hover. */
export const exact = (moment: number) => exactFormat.format(moment);
