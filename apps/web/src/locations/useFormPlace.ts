import { locate, type Place, stateInText, type ZipPlace, zipDigits } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { zipPlaceQuery } from '@/lib/api/query.ts';

/** Matches an incomplete ZIP code or ZIP+4. */
const UNFINISHED = /^(\d{0,4}|\d{5}-\d{0,3})$/;

interface FormPlace {
  /** The default coordinates and time zone, which come from the ZIP code or the state. */
  place: Place;
  source: 'zip' | 'state';
  /** What is wrong with the ZIP code and what to do; null if nothing is wrong. */
  warning: string | null;
}

/**
 * Looks up the coordinates and time zone for the ZIP code and state in a form while the user types.
 */
export function useFormPlace(state: string, zip: string): FormPlace {
  const digits = zipDigits(zip);
  const { data } = useQuery({ ...zipPlaceQuery(digits ?? ''), enabled: digits !== null });
  const unset = { latitude: null, longitude: null, timeZone: null };
  const { place, source } = locate({ state, ...unset }, data ?? null);
  const isJudged = digits === null ? !UNFINISHED.test(zip.trim()) : data !== undefined;
  return {
    place,
    source: source === 'zip' ? 'zip' : 'state',
    warning: source === 'state' && isJudged ? warningOf(state, digits, data) : null,
  };
}

function warningOf(state: string, digits: string | null, zip: ZipPlace | null | undefined) {
  const name = stateInText(state);
  if (name === undefined) return null;
  if (!zip)
    return t`ZIP code not found. Sunrise and sunset use the center of ${name}. Set coordinates here.`;
  const zipState = stateInText(zip.state) ?? zip.state;
  return t`ZIP code ${{ zip: digits ?? '' }} is in ${zipState}, not ${name}. Sunrise and sunset use the center of ${name}. Correct the ZIP code or set coordinates.`;
}
