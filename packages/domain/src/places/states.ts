import { t } from '@halyard/messages';

/**
 * The 50 US states and DC, each with its two-letter code as the value (spec §3), followed by the
 * territories (decisions, "States").
 */
export const US_STATES = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['PR', 'Puerto Rico'],
  ['GU', 'Guam'],
  ['VI', 'U.S. Virgin Islands'],
  ['AS', 'American Samoa'],
  ['MP', 'Northern Mariana Islands'],
] as const;

/** The two-letter code of a state or territory. */
export type UsState = (typeof US_STATES)[number][0];

export const STATE_CODES: readonly string[] = US_STATES.map(([code]) => code);

const NAMES: ReadonlyMap<string, string> = new Map(US_STATES);

/** Returns the name of a state or territory; undefined for an unknown code. */
export const stateName = (code: string): string | undefined => NAMES.get(code);

/**
 * Returns the name of a state or territory as used within a sentence: "Ohio", "the U.S. Virgin
 * Islands". Undefined for an unknown code.
 */
export function stateInText(code: string): string | undefined {
  switch (code) {
    case 'DC':
      return t`the District of Columbia`;
    case 'VI':
      return t`the U.S. Virgin Islands`;
    case 'MP':
      return t`the Northern Mariana Islands`;
    default:
      return stateName(code);
  }
}
