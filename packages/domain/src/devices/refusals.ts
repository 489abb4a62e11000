/** Why the realtime database refused a device, or what is wrong with its reports (`clock-off`). */
export const REFUSAL_REASONS = [
  'unknown-key',
  'no-key',
  'revoked-key',
  'deleted-flag',
  'other-flag',
  'malformed',
  'clock-off',
  'too-many',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Number of characters in every device key. */
export const DEVICE_KEY_LENGTH = 43;

interface Refusal {
  reason: RefusalReason;
  /** See `refusedDevice` in the API. */
  detail: string | null;
}

/** A text for users about what happened. */
export function refusalText({ reason, detail }: Refusal): string {
  switch (reason) {
    case 'unknown-key':
      return `Unknown key${keyLength(detail)}`;
    case 'no-key':
      return 'No key';
    case 'revoked-key':
      return 'Revoked key';
    case 'deleted-flag':
      return 'Key of a deleted flag';
    case 'other-flag':
      return 'Key of another flag';
    case 'malformed':
      return detail === null ? 'Malformed report' : `Malformed report: ${detail}`;
    case 'clock-off':
      return `Clock is ${clockOffText(Number(detail))}`;
    case 'too-many':
      return 'Too many requests';
  }
}

/** A text for users about what to do. */
export function refusalAdvice({ reason, detail }: Refusal): string {
  switch (reason) {
    case 'unknown-key':
      return isWrongLength(detail)
        ? `A device key has ${DEVICE_KEY_LENGTH} characters. Copy it into the firmware again, in full.`
        : 'Copy the key into the firmware again. If it is lost, make a new one in the flag’s dialog.';
    case 'no-key':
      return 'Put the device key into the firmware: it is sent as ?auth=KEY.';
    case 'revoked-key':
      return 'Put the flag’s current key into the firmware. If it is lost, make a new one in the flag’s dialog.';
    case 'deleted-flag':
      return 'Switch the device off, or add a flag for it and put the new key into the firmware.';
    case 'other-flag':
      return 'Check the realtime path in the firmware: a key works only for its own flag.';
    case 'malformed':
      return 'Correct the report in the firmware: positions and lamp are true or false, lastSeen is a number.';
    case 'clock-off':
      return 'Set the device’s clock, for example with configTime and an NTP server.';
    case 'too-many':
      return 'Send fewer requests: one report every 30 seconds is enough.';
  }
}

const isWrongLength = (detail: string | null): boolean =>
  detail !== null && Number(detail) !== DEVICE_KEY_LENGTH;

const keyLength = (detail: string | null): string =>
  isWrongLength(detail) ? ` of ${detail} characters` : '';

/**
 * A text for how far a device's clock is off: "3 h ahead", "2 days behind".
 * @param seconds by which the device's clock is ahead of the server's
 */
export function clockOffText(seconds: number): string {
  const off = Math.abs(seconds);
  const [size, unit] =
    off >= 2 * 86_400 ? [86_400, 'days'] : off >= 2 * 3600 ? [3600, 'h'] : [60, 'min'];
  return `${Math.round(off / size)} ${unit} ${seconds > 0 ? 'ahead' : 'behind'}`;
}
