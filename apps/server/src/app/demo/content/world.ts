import type { CompanyCreate, LocationCreate } from '@halyard/domain';

/** The demo data: fictional companies in real towns, with phone numbers reserved for fiction. */

/**
 * The behaviors of the demo's simulated poles. They are listed here because the server does not
 * import apps/poles.
 */
export type DemoBehaviour =
  | 'normal'
  | 'warning-voltage'
  | 'error-voltage'
  | 'low-voltage'
  | 'offline'
  | 'flapping'
  | 'never-follows'
  | 'string-voltage'
  | 'na-voltage'
  | 'no-switches'
  | 'wrong-clock';

export interface DemoPole {
  name: string;
  behaviour: DemoBehaviour;
}

export interface DemoLocation extends Omit<LocationCreate, 'id' | 'companyId'> {
  /** The prefix of the location's flag IDs. For example, TW-HQ for TW-HQ-01. */
  code: string;
  poles: readonly DemoPole[];
}

export interface DemoCompany extends CompanyCreate {
  key: CompanyKey;
  autoHalfMast: boolean;
  locations: readonly DemoLocation[];
}

export type CompanyKey = 'tidewater' | 'prairie' | 'copper' | 'kenai';

/**
 * Creates demo poles from a list of names. A name may be followed by ` * ` and a special behavior.
 */
function poles(...names: string[]): DemoPole[] {
  return names.map((entry) => {
    const [name = '', behaviour = 'normal'] = entry.split(' * ');
    return { name, behaviour: behaviour as DemoBehaviour };
  });
}

const VIRGINIA = { state: 'VA', address2: null };
const DAKOTA = { state: 'SD', address2: null };
const ARIZONA = { state: 'AZ', address2: null };

/** The demo company in Eastern time. */
const TIDEWATER: DemoCompany = {
  key: 'tidewater',
  name: 'Tidewater Harbor Authority',
  address1: '410 Water Street',
  address2: 'Suite 300',
  city: 'Norfolk',
  state: 'VA',
  zip: '23510',
  phone: '(757) 555-0110',
  description: 'Runs the public piers and terminals on the south bank.',
  autoHalfMast: true,
  locations: [
    {
      ...VIRGINIA,
      code: 'TW-HQ',
      name: 'Harbor Headquarters',
      address1: '410 Water Street',
      city: 'Norfolk',
      zip: '23510',
      phone: '(757) 555-0111',
      poles: poles(
        'Main Entrance',
        'Harbormaster Tower',
        'Visitor Plaza North',
        'Visitor Plaza South',
        'Memorial Garden',
        'Staff Parking * never-follows',
      ),
    },
    {
      ...VIRGINIA,
      code: 'TW-LP',
      name: 'Lambert Pier Terminal',
      address1: '2200 Pier Road',
      city: 'Norfolk',
      zip: '23505',
      phone: '(757) 555-0112',
      poles: poles(
        'Pier 1',
        'Pier 2 * warning-voltage',
        'Pier 3',
        'Pier 4 * error-voltage',
        'Customs House',
        'Crane Yard * offline',
        'Truck Gate',
      ),
    },
    {
      ...VIRGINIA,
      code: 'TW-CW',
      name: 'Craney West Container Yard',
      address1: '85 Coast Guard Boulevard',
      city: 'Portsmouth',
      zip: '23703',
      phone: '(757) 555-0113',
      poles: poles(
        'Gatehouse',
        'Rail Spur * flapping',
        'Weighbridge',
        'Reefer Row * low-voltage',
        'Dispatch Office',
        'Fuel Dock',
      ),
    },
    {
      ...VIRGINIA,
      code: 'TW-VB',
      name: 'Cape Ferry Landing',
      address1: '17 Lighthouse Lane',
      city: 'Virginia Beach',
      zip: '23451',
      phone: '(757) 555-0114',
      poles: poles('Ferry Slip A', 'Ferry Slip B', 'Ticket Hall', 'Lighthouse', 'Bus Turnaround'),
    },
  ],
};

/** The demo company in Central time. */
const PRAIRIE: DemoCompany = {
  key: 'prairie',
  name: 'Prairie Crossing Regional Medical Centers and Assisted Living Communities of Greater Sioux Falls',
  address1: '1200 West Meadowlark Avenue',
  address2: 'Administration Building, 4th Floor',
  city: 'Sioux Falls',
  state: 'SD',
  zip: '57104',
  phone: '(605) 555-0120',
  description: 'Three campuses; flags follow the governor’s orders of South Dakota.',
  autoHalfMast: false,
  locations: [
    {
      ...DAKOTA,
      code: 'PC-MC',
      name: 'Meadowlark Medical Center',
      address1: '1200 West Meadowlark Avenue',
      city: 'Sioux Falls',
      zip: '57104',
      phone: '(605) 555-0121',
      poles: poles(
        'Emergency Entrance',
        'Helipad * string-voltage',
        'Main Lobby',
        'East Tower',
        'West Tower * warning-voltage',
        'Cancer Center',
        'Children’s Wing',
        'Chapel',
      ),
    },
    {
      ...DAKOTA,
      code: 'PC-BV',
      name: 'Big Sioux Veterans Village',
      address1: '3300 River Bend Drive',
      city: 'Brandon',
      zip: '57005',
      phone: '(605) 555-0122',
      poles: poles(
        'Flag Circle 1',
        'Flag Circle 2',
        'Flag Circle 3',
        'Flag Circle 4 * wrong-clock',
        'Flag Circle 5',
        'Flag Circle 6',
        'Community Hall',
      ),
    },
    {
      ...DAKOTA,
      code: 'PC-AL',
      name: 'Cottonwood Assisted Living',
      address1: '74 Cottonwood Court',
      city: 'Brookings',
      zip: '57006',
      phone: '(605) 555-0123',
      poles: poles('Front Drive', 'Courtyard * low-voltage', 'Garden House', 'Lakeside Terrace'),
    },
  ],
};

/** The demo company whose time zone is Mountain time without daylight saving. */
const COPPER: DemoCompany = {
  key: 'copper',
  name: 'Copper Ridge School District',
  address1: '900 North Aspen Street',
  address2: null,
  city: 'Flagstaff',
  state: 'AZ',
  zip: '86001',
  phone: '(928) 555-0130',
  description: null,
  autoHalfMast: true,
  locations: [
    {
      ...ARIZONA,
      code: 'CR-HS',
      name: 'Copper Ridge High School',
      address1: '1400 East Pine Avenue',
      city: 'Flagstaff',
      zip: '86004',
      phone: '(928) 555-0131',
      poles: poles(
        'Front Lawn',
        'Stadium Home Side',
        'Stadium Visitor Side * no-switches',
        'Gymnasium',
        'Performing Arts Center',
        'Bus Loop',
        'Athletic Fields * warning-voltage',
      ),
    },
    {
      ...ARIZONA,
      code: 'CR-JM',
      name: 'Juniper Mesa Middle School',
      address1: '52 Juniper Mesa Road',
      city: 'Flagstaff',
      zip: '86005',
      phone: '(928) 555-0132',
      poles: poles('Main Office', 'Library', 'Track and Field', 'Cafeteria Patio', 'Bus Lane'),
    },
    {
      ...ARIZONA,
      code: 'CR-SV',
      name: 'Sunset View Elementary',
      address1: '310 Sunset View Drive',
      city: 'Winslow',
      zip: '86047',
      phone: '(928) 555-0133',
      poles: poles(
        'Front Walk',
        'Playground * na-voltage',
        'Kindergarten Gate',
        'Parent Drop-off',
        'District Warehouse',
      ),
    },
  ],
};

/** The demo company in the Alaska time zone. It has no poles yet. */
const KENAI: DemoCompany = {
  key: 'kenai',
  name: 'Kenai Fjord Outfitters',
  address1: '8 Resurrection Bay Road',
  address2: null,
  city: 'Seward',
  state: 'AK',
  zip: '99664',
  phone: '(907) 555-0140',
  description: 'Signed up this week; the first poles are on the barge.',
  autoHalfMast: true,
  locations: [
    {
      code: 'KF-BH',
      name: 'Boathouse and Lodge',
      address1: '8 Resurrection Bay Road',
      address2: null,
      city: 'Seward',
      state: 'AK',
      zip: '99664',
      phone: '(907) 555-0141',
      poles: [],
    },
  ],
};

export const COMPANIES: readonly DemoCompany[] = [TIDEWATER, PRAIRIE, COPPER, KENAI];

/** Returns the flag ID of a location's pole, such as TW-HQ-01. */
export function flagIdOf(location: DemoLocation, index: number): string {
  return `${location.code}-${String(index + 1).padStart(2, '0')}`;
}
