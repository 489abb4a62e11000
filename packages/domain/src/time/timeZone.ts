/**
 * Whether the runtime recognizes the name as an IANA time zone. False for offsets such as "+05:00".
 */
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
