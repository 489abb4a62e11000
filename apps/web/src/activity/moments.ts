const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium', hourCycle: 'h23' });
const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DATE_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** "14:02:10" today, "Nov 20, 14:02:10" this year, else with its year: by the reader's clock. */
export function momentText(at: number, now: number): string {
  const [moment, today] = [new Date(at), new Date(now)];
  if (moment.toDateString() === today.toDateString()) return TIME.format(at);
  const date = moment.getFullYear() === today.getFullYear() ? DATE : DATE_OF_YEAR;
  return `${date.format(at)}, ${TIME.format(at)}`;
}
