const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const exactFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const shortFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...clock });
const shortOfYear = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  ...clock,
});

/** "Nov 20, 2026". */
export const day = (moment: number) => dayFormat.format(moment);

/** "Nov 20, 15:04" this year, else with its year. */
export function short(moment: number): string {
  const isThisYear = new Date(moment).getFullYear() === new Date().getFullYear();
  return (isThisYear ? shortFormat : shortOfYear).format(moment);
}

/** "Nov 20, 2026, 15:04:05": what is shown on hover. */
export const exact = (moment: number) => exactFormat.format(moment);
