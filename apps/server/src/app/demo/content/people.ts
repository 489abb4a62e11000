import type { Role } from '@halyard/domain';
import type { CompanyKey } from './world.ts';

export interface DemoPerson {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: Role;
  company: CompanyKey | null;
  /** The code of the demo location where the user works. Null if the user has none. */
  location: string | null;
  /** Whether the user works for the operator and can see every company. */
  allCompanies: boolean;
  /** Whether the account is suspended. The demo has one suspended account as an example. */
  suspended: boolean;
}

const DOMAINS: Record<CompanyKey, string> = {
  tidewater: 'tidewater-harbor.example',
  prairie: 'prairie-crossing.example',
  copper: 'copper-ridge.example',
  kenai: 'kenai-outfitters.example',
};
const OPERATOR_DOMAIN = 'operator.example';

function person(
  username: string,
  name: string,
  role: Role,
  phone: string,
  place: { company?: CompanyKey; location?: string; allCompanies?: true; suspended?: true } = {},
): DemoPerson {
  const [firstName = '', lastName = ''] = name.split(' ');
  const domain = place.company ? DOMAINS[place.company] : OPERATOR_DOMAIN;
  return {
    username,
    firstName,
    lastName,
    email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
    phone,
    role,
    company: place.company ?? null,
    location: place.location ?? null,
    allCompanies: place.allCompanies ?? false,
    suspended: place.suspended ?? false,
  };
}

/**
 * The demo's dozen users. Each of the four roles occurs at least once. The first user is the master
 * who creates all other users.
 */
export const PEOPLE: readonly DemoPerson[] = [
  person('master', 'Morgan Ellis', 'master', '(312) 555-0101'),
  person('dwhitfield', 'Dana Whitfield', 'master', '(312) 555-0102'),
  person('oalvarez', 'Oscar Alvarez', 'employee', '(312) 555-0103', { allCompanies: true }),

  person('company', 'Grace Holloway', 'company_user', '(757) 555-0115', {
    company: 'tidewater',
    location: 'TW-HQ',
  }),
  person('location', 'Samuel Okafor', 'location_user', '(757) 555-0116', {
    company: 'tidewater',
    location: 'TW-HQ',
  }),
  person('npatel', 'Nina Patel', 'location_user', '(757) 555-0117', {
    company: 'tidewater',
    location: 'TW-LP',
  }),
  person('employee', 'Avery Brooks', 'employee', '(757) 555-0118', { company: 'tidewater' }),

  person('rlindqvist', 'Rachel Lindqvist', 'company_user', '(605) 555-0124', {
    company: 'prairie',
    location: 'PC-MC',
  }),
  person('mhaugen', 'Martin Haugen', 'location_user', '(605) 555-0125', {
    company: 'prairie',
    location: 'PC-BV',
  }),

  person('tbegay', 'Teresa Begay', 'company_user', '(928) 555-0134', {
    company: 'copper',
    location: 'CR-HS',
  }),
  person('lromero', 'Luis Romero', 'employee', '(928) 555-0135', {
    company: 'copper',
    suspended: true,
  }),

  person('jnielsen', 'Johanna Nielsen', 'company_user', '(907) 555-0142', {
    company: 'kenai',
    location: 'KF-BH',
  }),
];

/** The password of all demo accounts. It is public. */
export const DEMO_PASSWORD = 'halyard-demo';
/** The usernames shown on the demo's sign-in page, one for each role. */
export const DEMO_USERNAMES = ['master', 'company', 'location', 'employee'] as const;
