import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { NOT_PLAIN, NOT_VISIBLE } from '../fields.ts';
import { isLocationId, locationId } from '../places/locationId.ts';
import { api } from './calls/contract.ts';
import { flagCreate, flagUpdate, switchStates } from './flags.ts';
import { credentials, passwordChange, profileUpdate, userCreate, userUpdate } from './people.ts';
import { companyCreate, companyUpdate, locationCreate } from './places.ts';

const first = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? null : parsed.error.issues[0]!.message;
};
const company = {
  name: 'Acme',
  address1: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
  phone: '5125550100',
};
const location = { ...company, companyId: 'c1' };
const person = {
  username: 'ann',
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '1',
  password: 'long enough',
  locationId: 'l1',
};

describe('spec §5: validation of submitted values', () => {
  test.each([
    [companyCreate, { ...company, name: ' ' }, 'Company name is required'],
    [companyCreate, { ...company, address1: undefined }, 'Address 1 is required'],
    [companyCreate, { ...company, city: '' }, 'City is required'],
    [companyCreate, { ...company, state: 'XX' }, 'State is required'],
    [companyCreate, { ...company, zip: '1234' }, 'Zip code must be at least 5 digits'],
    [companyCreate, { ...company, zip: '12345678901' }, 'Zip code is too long'],
    [companyCreate, { ...company, phone: '123' }, 'Phone number must be at least 10 digits'],
    [locationCreate, { ...location, name: '' }, 'Location name is required'],
    [locationCreate, { ...location, companyId: '' }, 'Company is required'],
    [locationCreate, { ...location, address1: '' }, 'Address is required'],
    [locationCreate, { ...location, zip: '' }, 'ZIP code is required'],
    [locationCreate, { ...location, phone: '' }, 'Phone number is required'],
    [
      flagCreate,
      { name: '', flagId: 'F', companyId: 'c', locationId: 'l' },
      'Flag name is required',
    ],
    [flagCreate, { name: 'F', companyId: 'c', locationId: 'l' }, 'Flag ID is required'],
    [
      flagCreate,
      { name: 'F', flagId: '__proto__', companyId: 'c', locationId: 'l' },
      'This flag ID is reserved. Choose another.',
    ],
    [flagUpdate, { flagId: 'hasOwnProperty' }, 'This flag ID is reserved. Choose another.'],
    [flagCreate, { name: 'F', flagId: 'F', locationId: 'l' }, 'Company is required'],
    [flagCreate, { name: 'F', flagId: 'F', companyId: 'c' }, 'Location is required'],
    [userCreate, { ...person, password: '' }, 'Password is required for new employees.'],
    [userCreate, { ...person, password: 'short' }, 'Password must be at least 8 characters long.'],
    [userCreate, { ...person, email: ' ' }, 'Email is required'],
    [userCreate, { ...person, email: 'ann at home' }, 'Enter a valid email address'],
    [credentials, { username: '', password: 'x' }, 'Username is required'],
    [passwordChange, { currentPassword: '', newPassword: 'x' }, 'Current password is required'],
  ] as [z.ZodType, unknown, string][])(
    "rejects an invalid value with the specification's message (case %#)",
    (schema, value, text) => {
      expect(first(schema, value)).toBe(text);
    },
  );

  test('accepts complete values', () => {
    expect(first(companyCreate, company)).toBe(null);
    expect(first(locationCreate, location)).toBe(null);
    expect(first(userCreate, person)).toBe(null);
    expect(userCreate.parse(person).role).toBe('location_user');
  });
});

describe('validation of names, usernames and descriptions', () => {
  const forged = [
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
  ];
  test.each(forged)('rejects %j in names, usernames and phone numbers', (char) => {
    const text = `5125550100${char}x`;
    for (const field of ['username', 'firstName', 'lastName', 'phone'])
      expect(first(userCreate, { ...person, [field]: text })).toBe(NOT_PLAIN);
    expect(first(profileUpdate, { ...person, firstName: text })).toBe(NOT_PLAIN);
    for (const field of ['name', 'address1', 'city', 'phone'])
      expect(first(companyCreate, { ...company, [field]: text })).toBe(NOT_PLAIN);
    expect(first(locationCreate, { ...location, name: text })).toBe(NOT_PLAIN);
    expect(first(flagUpdate, { name: text })).toBe(NOT_PLAIN);
  });

  const unseen = ['\u00ad', '\u061c', '\u200b', '\u200e', '\u2060', '\ufeff', '\u{e0041}'];
  const joiners = ['\u200c', '\u200d'];
  test.each([...unseen, ...joiners])(
    'rejects the invisible character %j in names and usernames',
    (char) => {
      for (const text of [`North${char}Gate`, `${char}North Gate`, `North Gate${char}`]) {
        // A byte order mark at either end is whitespace and is trimmed.
        if (text.trim() !== text) continue;
        for (const field of ['username', 'firstName', 'lastName', 'phone'])
          expect(first(userCreate, { ...person, [field]: text })).toBe(NOT_VISIBLE);
        expect(first(profileUpdate, { ...person, firstName: text })).toBe(NOT_VISIBLE);
        for (const field of ['name', 'address1', 'address2', 'city', 'phone'])
          expect(first(companyCreate, { ...company, [field]: text })).toBe(NOT_VISIBLE);
        expect(first(locationCreate, { ...location, name: text })).toBe(NOT_VISIBLE);
        expect(first(flagUpdate, { name: text })).toBe(NOT_VISIBLE);
      }
      // Existing IDs can still be used, and existing users can still sign in.
      expect(first(flagUpdate, { locationId: `c:ci${char}ty` })).toBeNull();
      expect(first(credentials, { username: `a${char}nn`, password: 'x' })).toBeNull();
    },
  );

  test.each(['\u034f', '\u115f', '\u3164', '\uffa0', '\u2800', '\ufe0f'])(
    'rejects the blank character %j in usernames',
    (char) => {
      expect(first(userCreate, { ...person, username: `an${char}n` })).toBe(NOT_VISIBLE);
    },
  );

  test.each(['می\u200cخواهم', 'ක්\u200dරි', 'क्\u200dष', '👩\u200d🚒', '🏳️\u200d🌈'])(
    'allows zero-width joiners and non-joiners in names that need them (%s), but not in usernames',
    (name) => {
      expect(first(companyCreate, { ...company, name })).toBeNull();
      expect(first(userCreate, { ...person, firstName: name })).toBeNull();
      expect(first(userCreate, { ...person, username: name })).toBe(NOT_VISIBLE);
    },
  );

  test('allows line breaks in descriptions, and letters of any language in names', () => {
    expect(first(companyCreate, { ...company, description: 'one\r\n\ttwo' })).toBeNull();
    expect(first(companyCreate, { ...company, name: 'Straße 東京 🚩 مرحبا' })).toBeNull();
  });
});

describe('an API update', () => {
  test('changes only the fields in the request', () => {
    expect(companyUpdate.parse({ autoHalfMast: true })).toEqual({ autoHalfMast: true });
    expect(companyUpdate.parse({ address2: '' })).toEqual({ address2: null });
    expect(userUpdate.parse({ password: '' })).toEqual({ password: '' });
    expect(flagUpdate.parse({})).toEqual({});
  });

  test('can turn on at most one position switch', () => {
    const on = (id: 'sw1' | 'sw2' | 'sw4') => ({ id, state: true });
    expect(first(flagUpdate, { switches: [on('sw1'), on('sw2')] })).toMatch(/^Only one of/);
    expect(first(flagUpdate, { switches: [on('sw1'), on('sw4')] })).toBe(null);
    expect(switchStates([on('sw1'), { id: 'sw2', state: false }])).toEqual({
      flagUp: true,
      flagDown: false,
    });
  });
});

test.each([
  [companyCreate, { ...company, zip: '787\u000001' }],
  [companyCreate, { ...company, phone: '5125550100\ud800' }],
  [locationCreate, { ...location, companyId: 'c\u00001' }],
  [flagUpdate, { locationId: 'l\u00001' }],
  [userCreate, { ...person, locationId: 'l\u00001' }],
  [userUpdate, { companyId: '\udc00' }],
  [api.getCompany.params, { id: 'c\u00001' }],
])('text that PostgreSQL cannot store is rejected (case %#)', (schema, value) => {
  expect(first(schema as z.ZodType, value)).toBe('Control characters are not allowed');
});

describe('the ID of a new location', () => {
  test.each([
    ['Austin', 'c1-austin-5'],
    ['San José del Cabo', 'c1-san-jose-del-cabo-5'],
    ["Coeur d'Alene", 'c1-coeur-dalene-5'],
    ['東京', 'c1-city-5'],
  ])('in %s is %s', (city, id) => {
    expect(locationId('c1', city, 5)).toBe(id);
    expect(isLocationId(id, 'c1')).toBe(true);
  });

  test.each([
    'c2-austin-5',
    'c1-austin',
    'c1-austin-',
    'c1-Austin-5',
    'c1-aus/tin-5',
    'c1austin-5',
    '',
  ])('cannot be %j', (id) => {
    expect(isLocationId(id, 'c1')).toBe(false);
  });
});

test('no two API calls have the same method and path', () => {
  const seen = Object.values(api).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  expect(new Set(seen).size).toBe(seen.length);
});

test('no API response has a field for a password or a hash', () => {
  for (const endpoint of Object.values(api))
    expect(Object.keys((endpoint.response as { shape?: object }).shape ?? {}).join()).not.toMatch(
      /password|hash/i,
    );
});

test('one API request can correct up to 10,000 wrong positions', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `flag-${index}`.padEnd(36, '0'));
  const { body, maxBodyBytes } = api.fixWrongPositions;
  expect(first(body, { kind: 'half-staff', ids })).toBeNull();
  expect(JSON.stringify({ kind: 'half-staff', ids }).length).toBeLessThan(maxBodyBytes ?? 0);
});
