import type { Action } from '../policy/policy.ts';

/**
 * The kinds of records that CSV files can import, one kind per file. Each kind can refer only to
 * records of the kinds listed before it.
 */
export const IMPORT_KINDS = ['companies', 'locations', 'flags', 'people'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * The permission required to import each kind of record. It is the same as for creating a single
 * record of that kind.
 */
export const IMPORT_ACTIONS = {
  companies: 'company.create',
  locations: 'location.create',
  flags: 'flag.create',
  people: 'user.create',
} as const satisfies Record<ImportKind, Action>;

/** One column of the CSV file for a kind of record. */
export interface TransferColumn {
  /** The heading of a CSV column; matched without regard to case, spaces, `_` and `-`. */
  header: string;
  /** The name of the column's field in the API. */
  field: string;
  /** Whether an import requires the CSV column. */
  required: boolean;
  /** The column's value in a CSV template's example row. */
  example: string;
  /**
   * Whether an empty cell clears the value of an existing record. By default, it leaves the value
   * unchanged.
   */
  emptyClears?: boolean;
}

const required = (header: string, field: string, example: string): TransferColumn => ({
  header,
  field,
  required: true,
  example,
});
const optional = (header: string, field: string, example = ''): TransferColumn => ({
  header,
  field,
  required: false,
  example,
});

/** Returns a CSV column in which an empty cell clears the value. */
const clearable = (header: string, field: string, example = ''): TransferColumn => ({
  ...optional(header, field, example),
  emptyClears: true,
});

const ADDRESS = [
  required('Address 1', 'address1', '1 Main Street'),
  clearable('Address 2', 'address2'),
  required('City', 'city', 'Austin'),
  required('State', 'state', 'TX'),
  required('ZIP', 'zip', '78701'),
  required('Phone', 'phone', '512-555-0100'),
];
/**
 * The Company column. Users who belong to a company may leave it out; their own company is used.
 */
const COMPANY = optional('Company', 'companyId', 'Acme');
const AT_LOCATION = [COMPANY, required('Location', 'locationId', 'North Yard')];

/** The CSV columns for each kind of record, in the order used in templates and exports. */
export const IMPORT_COLUMNS: Record<ImportKind, readonly TransferColumn[]> = {
  companies: [
    required('Name', 'name', 'Acme'),
    ...ADDRESS,
    clearable('Description', 'description', 'Car dealer'),
  ],
  locations: [
    COMPANY,
    required('Name', 'name', 'North Yard'),
    ...ADDRESS,
    clearable('Latitude', 'latitude', '30.2672'),
    clearable('Longitude', 'longitude', '-97.7431'),
    clearable('Time Zone', 'timeZone', 'America/Chicago'),
    optional('Daily Rule', 'dailyRule', 'none'),
  ],
  flags: [
    ...AT_LOCATION,
    required('Name', 'name', 'Main Gate'),
    required('Flag ID', 'flagId', 'POLE-001'),
    optional('Flag Flown', 'flies', 'us'),
    optional('Move Timeout', 'moveTimeout', '15'),
    optional('Owner', 'adoptOwnerId'),
  ],
  people: [
    ...AT_LOCATION,
    required('First Name', 'firstName', 'Ann'),
    required('Last Name', 'lastName', 'Lee'),
    required('Email', 'email', 'ann@example.com'),
    required('Phone', 'phone', '512-555-0101'),
    required('Username', 'username', 'ann.lee'),
    optional('Role', 'role', 'Location User'),
    optional('May Move Poles', 'mayMovePoles', 'yes'),
  ],
};

/** Additional columns of a CSV export. An import ignores them without a warning. */
export const EXPORT_ONLY_COLUMNS: Record<ImportKind, readonly string[]> = {
  companies: ['Auto Half Mast', 'Locations', 'Flags', 'Users'],
  locations: ['Flags', 'Users'],
  flags: ['Status', 'Voltage', 'Flag Up', 'Flag Down', 'Flag Half', 'Lamp', 'Last Seen'],
  people: ['Status'],
};

/** Normalizes a column heading for comparison. */
export const headingKey = (heading: string): string =>
  heading.toLowerCase().replace(/[\s_-]+/g, '');

/** Returns a CSV template: the headings and one example row. */
export function importTemplate(kind: ImportKind): string {
  const columns = IMPORT_COLUMNS[kind];
  const line = (cells: string[]) => `${cells.join(',')}\r\n`;
  return line(columns.map(({ header }) => header)) + line(columns.map(({ example }) => example));
}
