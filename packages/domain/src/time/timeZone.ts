/**
 * Whether the runtime recognizes the name as an IANA time zone. Offsets such as "+05:00" do not
 * count.
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
