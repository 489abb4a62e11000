/** Whether the runtime knows it as an IANA time zone; offsets such as "+05:00" are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The IANA time zone of this machine. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
