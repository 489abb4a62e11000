import { t } from '@halyard/messages';

/**
 * The translatable names of federal holidays, half-staff days and display days, keyed by their
 * English names.
 */
const NAMES = new Map<string, () => string>([
  ["New Year's Day", () => t`New Year’s Day`],
  ['Birthday of Martin Luther King, Jr.', () => t`Birthday of Martin Luther King, Jr.`],
  ["Lincoln's Birthday", () => t`Lincoln’s Birthday`],
  ["Washington's Birthday", () => t`Washington’s Birthday`],
  ['National Vietnam War Veterans Day', () => t`National Vietnam War Veterans Day`],
  ['Easter Sunday', () => t`Easter Sunday`],
  ["Mother's Day", () => t`Mother’s Day`],
  ['Armed Forces Day', () => t`Armed Forces Day`],
  [
    'National Fallen Firefighters Memorial Service',
    () => t`National Fallen Firefighters Memorial Service`,
  ],
  ['Peace Officers Memorial Day', () => t`Peace Officers Memorial Day`],
  ['Memorial Day', () => t`Memorial Day`],
  ['Flag Day', () => t`Flag Day`],
  ["Father's Day", () => t`Father’s Day`],
  ['Juneteenth National Independence Day', () => t`Juneteenth National Independence Day`],
  ['Independence Day', () => t`Independence Day`],
  [
    'National Korean War Veterans Armistice Day',
    () => t`National Korean War Veterans Armistice Day`,
  ],
  ['Labor Day', () => t`Labor Day`],
  ['Patriot Day', () => t`Patriot Day`],
  ['Constitution Day', () => t`Constitution Day`],
  ['Columbus Day', () => t`Columbus Day`],
  ['Navy Day', () => t`Navy Day`],
  ['Veterans Day', () => t`Veterans Day`],
  ['Thanksgiving Day', () => t`Thanksgiving Day`],
  ['National Pearl Harbor Remembrance Day', () => t`National Pearl Harbor Remembrance Day`],
  ['Christmas Day', () => t`Christmas Day`],
  ['Inauguration Day', () => t`Inauguration Day`],
]);

/**
 * Returns the name of a calendar day in the display language.
 * @param name the English name of the day, as used in the database and the API. If no day in the
 * calendar has this name, it is returned unchanged
 */
export const dayName = (name: string): string => NAMES.get(name)?.() ?? name;
