import {
  type CompanyCreate,
  companyCreate,
  flagCreate,
  locationCreate,
  ROLES,
  userCreate,
} from '@halyard/domain';
import { BEHAVIOURS, type Behaviour } from '@halyard/poles';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_USERNAMES, PEOPLE } from './people.ts';
import { COMPANIES, type DemoBehaviour, flagIdOf } from './world.ts';

const locations = COMPANIES.flatMap((company) => company.locations);
const poles = locations.flatMap((place) =>
  place.poles.map((pole, i) => ({ ...pole, flagId: flagIdOf(place, i), place })),
);
const count = (behaviour: string) => poles.filter((p) => p.behaviour === behaviour).length;

describe('the demo data', () => {
  test('has companies in four states, one with a long name and one without poles', () => {
    expect(new Set(COMPANIES.map(({ state }) => state)).size).toBe(4);
    expect(COMPANIES.some(({ name }) => name.length > 80)).toBe(true);
    const empty = COMPANIES.filter((c) => c.locations.every((place) => place.poles.length === 0));
    expect(empty).toHaveLength(1);
    expect(locations.length).toBeGreaterThanOrEqual(10);
  });

  test('has 60 poles with unique flag IDs, and at least one pole for each unusual behavior', () => {
    expect(poles).toHaveLength(60);
    expect(new Set(poles.map(({ flagId }) => flagId)).size).toBe(60);
    expect(BEHAVIOURS satisfies readonly DemoBehaviour[]).toEqual(
      expect.arrayContaining(poles.map((p) => p.behaviour satisfies Behaviour)),
    );
    expect(count('warning-voltage')).toBe(3);
    expect(count('low-voltage')).toBe(2);
    for (const behaviour of BEHAVIOURS) {
      if (!['normal', 'warning-voltage', 'low-voltage'].includes(behaviour))
        expect([behaviour, count(behaviour)]).toEqual([behaviour, 1]);
    }
  });

  test('has a dozen users in all four roles, including the users listed on the sign-in page', () => {
    expect(PEOPLE).toHaveLength(12);
    expect(new Set(PEOPLE.map(({ role }) => role))).toEqual(new Set(ROLES));
    const shown = DEMO_USERNAMES.map((name) => PEOPLE.find((p) => p.username === name)?.role);
    expect(shown).toEqual(['master', 'company_user', 'location_user', 'employee']);
    for (const { company, location } of PEOPLE) {
      const home = COMPANIES.find(({ key }) => key === company);
      if (location) expect(home?.locations.map(({ code }) => code)).toContain(location);
    }
  });

  test('contains no data that the API would reject', () => {
    for (const { key: _key, autoHalfMast: _auto, locations: places, ...fields } of COMPANIES) {
      companyCreate.parse(fields satisfies CompanyCreate);
      for (const { code, poles: of, ...place } of places) {
        locationCreate.parse({ ...place, companyId: 'c' });
        of.forEach(({ name }, i) => {
          const flagId = flagIdOf({ code, poles: of, ...place }, i);
          flagCreate.parse({ name, flagId, companyId: 'c', locationId: 'l' });
        });
      }
    }
    for (const { company: _c, location: _l, role, ...fields } of PEOPLE) {
      const known = role === 'employee' ? 'location_user' : role;
      userCreate.parse({ ...fields, role: known, password: DEMO_PASSWORD });
    }
  });
});
