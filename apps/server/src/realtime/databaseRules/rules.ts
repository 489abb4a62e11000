import { FIELD_RULES, SWITCH_FIELDS } from '@halyard/domain';
import { commandRule, positionsExclude, switchRule } from './command.ts';
import { fieldsOf } from './fields.ts';
import {
  all,
  any,
  carrier,
  device,
  IS_API_TOKEN,
  inTheirs,
  isHere,
  mayAt,
  mayEverywhere,
  NO_PRIORITY,
  only,
  onlyOne,
  person,
  WHOLE,
} from './guards.ts';

/** The file with the security rules, which the embedded realtime database and Firebase use. */
export const RULES_FILE = new URL('../../../database.rules.json', import.meta.url);

/**
 * Generates the security rules of the realtime database from the policy and the definition of live
 * state. Anything without a rule is forbidden.
 */
export const securityRules = () => ({
  rules: {
    users: {
      $owner: {
        // Users can read their own profile. Only the server can write it.
        profile: { '.read': person('auth.uid == $owner', WHOLE) },
        hardware: {
          '.indexOn': ['companyId', 'locationId'],
          // This rule is only for scripts. The console listens to each flag on screen separately.
          '.read': person(
            IS_API_TOKEN,
            any(
              `(${all(
                mayEverywhere('flag.read'),
                any(WHOLE, `(${onlyOne('companyId', 'locationId')})`),
              )})`,
              ...inTheirs(
                'flag.read',
                'company',
                'auth.token.companyId != null',
                only('companyId', 'auth.token.companyId'),
              ),
              ...inTheirs(
                'flag.read',
                'location',
                'auth.token.locationId != null',
                only('locationId', 'auth.token.locationId'),
              ),
            ),
          ),
          $flagId: {
            '.read': any(
              `(${device('data')})`,
              `(${person(isHere('data'), mayAt('flag.read', 'data'), WHOLE)})`,
            ),
            '.validate': positionsExclude(),
            ...Object.fromEntries(SWITCH_FIELDS.map((field) => [field, switchRule(field)])),
            command: commandRule(),
            ...reportRules(),
          },
        },
      },
    },
    // Written only by the server.
    summaries: {
      all: { '.read': person(mayEverywhere('flag.read'), WHOLE) },
      companies: {
        $companyId: {
          '.read': person(
            any(
              mayEverywhere('flag.read'),
              ...inTheirs('flag.read', 'company', 'auth.token.companyId == $companyId'),
            ),
            WHOLE,
          ),
        },
      },
      locations: {
        $locationId: {
          '.read': person(
            any(
              mayEverywhere('flag.read'),
              ...inTheirs('flag.read', 'location', 'auth.token.locationId == $locationId'),
              ...inTheirs(
                'flag.read',
                'company',
                'auth.token.companyId != null',
                "root.child('locations').child($locationId).child('companyId').val() == auth.token.companyId",
              ),
            ),
            WHOLE,
          ),
        },
      },
    },
    access: { $sid: { '.read': carrier(WHOLE) } },
    companies: {
      '.read': person(mayEverywhere('company.read'), WHOLE),
      // All other users belong to one company, regardless of their role.
      $companyId: { '.read': person('auth.token.companyId == $companyId', WHOLE) },
    },
    locations: {
      '.indexOn': ['companyId'],
      '.read': person(
        any(
          `(${all(mayEverywhere('location.read'), WHOLE)})`,
          ...inTheirs(
            'location.read',
            'company',
            'auth.token.companyId != null',
            only('companyId', 'auth.token.companyId'),
          ),
        ),
      ),
      $locationId: {
        '.read': person(
          any(
            // These are the users who belong to the location, regardless of their role.
            'auth.token.locationId == $locationId',
            ...inTheirs(
              'location.read',
              'company',
              "data.child('companyId').val() == auth.token.companyId",
            ),
          ),
          WHOLE,
        ),
      },
    },
  },
});

/** Returns the rules for reports. A device can write reports only for its own flag. */
const reportRules = () => ({
  reported: {
    '.write': device('data.parent()'),
    '.validate': all(NO_PRIORITY, 'newData.hasChildren()'),
    ...fieldsOf(FIELD_RULES.reported!),
    $other: {
      '.validate': all(
        NO_PRIORITY,
        '$other.length <= 32',
        any('newData.isBoolean()', 'newData.isNumber()', `(${shortText(256)})`),
      ),
    },
  },
  voltage: {
    '.write': device('data.parent()'),
    '.validate': all(NO_PRIORITY, any('newData.isNumber()', `(${shortText(32)})`)),
  },
  deviceName: {
    '.write': device('data.parent()'),
    '.validate': all(NO_PRIORITY, shortText(100)),
  },
});

const shortText = (most: number) => all('newData.isString()', `newData.val().length <= ${most}`);

const HEAD = `// Written by "npm run rules" from apps/server/src/realtime/databaseRules, which says why each rule is as it is.
// Do not edit: a test compares the two.
`;

/** Returns the content of the file with the security rules. */
export const rulesText = (): string => `${HEAD}${JSON.stringify(securityRules(), null, 2)}\n`;
