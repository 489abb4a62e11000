import { plural, t } from '@halyard/messages';

/**
 * Why the realtime database rejected a device, or what is wrong with the device's reports
 * (`clock-off`).
 */
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

/** Number of characters in a device key. */
export const DEVICE_KEY_LENGTH = 43;

interface Refusal {
  reason: RefusalReason;
  /**
   * Details about why a device was rejected, such as the name of an invalid field; see
   * `refusedDevice` in the API.
   */
  detail: string | null;
}

/** Returns a user-facing description of why the realtime database rejected a device. */
export function refusalText({ reason, detail }: Refusal): string {
  switch (reason) {
    case 'unknown-key':
      return isWrongLength(detail)
        ? t`Unknown key (${plural({ characters: Number(detail) }, { one: '# character', other: '# characters' })})`
        : t`Unknown key`;
    case 'no-key':
      return t`No key`;
    case 'revoked-key':
      return t`Revoked key`;
    case 'deleted-flag':
      return t`Deleted flag’s key`;
    case 'other-flag':
      return t`Another flag’s key`;
    case 'malformed':
      return detail === null ? t`Invalid report` : t`Invalid report: ${{ detail }}`;
    case 'clock-off':
      return t`Clock is ${{ offset: clockOffText(Number(detail)) }}`;
    case 'too-many':
      return t`Too many requests`;
  }
}

/**
 * Returns a user-facing sentence about a rejected device key; null if a report was rejected
 * instead.
 */
export function refusedKeyText({ reason, detail }: Refusal): string | null {
  switch (reason) {
    case 'unknown-key':
      return isWrongLength(detail)
        ? t`Rejected: unknown key (${plural({ characters: Number(detail) }, { one: '# character', other: '# characters' })}).`
        : t`Rejected: unknown key.`;
    case 'no-key':
      return t`Rejected: the pole sent no key.`;
    case 'revoked-key':
      return t`Rejected: the key was revoked.`;
    case 'deleted-flag':
      return t`Rejected: the key belongs to a deleted flag.`;
    case 'other-flag':
      return t`Rejected: the key belongs to another flag.`;
    case 'too-many':
      return t`Rejected: too many requests.`;
    case 'malformed':
    case 'clock-off':
      return null;
  }
}

/** Returns user-facing advice on how to fix the problem of a rejected device. */
export function refusalAdvice({ reason, detail }: Refusal): string {
  switch (reason) {
    case 'unknown-key':
      return isWrongLength(detail)
        ? t`A device key has ${plural({ characters: DEVICE_KEY_LENGTH }, { one: '# character', other: '# characters' })}. Copy the whole key into the firmware again.`
        : t`Copy the key into the firmware again. If the key is lost, create a new one in the flag’s settings.`;
    case 'no-key':
      return t`Add the device key to the firmware, which must send it as ?auth=KEY.`;
    case 'revoked-key':
      return t`Add the flag’s current key to the firmware. If the key is lost, create a new one in the flag’s settings.`;
    case 'deleted-flag':
      return t`Turn the device off, or add a flag for the device and put the new key into its firmware.`;
    case 'other-flag':
      return t`Check the realtime path in the firmware: a key works only for its own flag.`;
    case 'malformed':
      return t`Correct the firmware’s reports: each position and lamp must be true or false, and lastSeen must be a number.`;
    case 'clock-off':
      return t`Set the device’s clock, for example with configTime and an NTP server.`;
    case 'too-many':
      return t`Send fewer requests: one report every 30 seconds is enough.`;
  }
}

const isWrongLength = (detail: string | null): boolean =>
  detail !== null && Number(detail) !== DEVICE_KEY_LENGTH;

/**
 * Returns a description of how far off a device's clock is, such as "3 h ahead" or "2 days behind".
 * @param seconds how far the device's clock is ahead of the server's; negative if behind
 */
export function clockOffText(seconds: number): string {
  const off = Math.abs(seconds);
  const isAhead = seconds > 0;
  if (off >= 2 * 86_400) {
    const days = Math.round(off / 86_400);
    return isAhead
      ? t`${plural({ days }, { one: '# day ahead', other: '# days ahead' })}`
      : t`${plural({ days }, { one: '# day behind', other: '# days behind' })}`;
  }
  if (off >= 2 * 3600) {
    const hours = Math.round(off / 3600);
    return isAhead ? t`${{ hours }} hr ahead` : t`${{ hours }} hr behind`;
  }
  const minutes = Math.round(off / 60);
  return isAhead ? t`${{ minutes }} min ahead` : t`${{ minutes }} min behind`;
}
