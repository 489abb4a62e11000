import type { Company, Flag, Location, MovePlanCreate, SessionUser, User } from '@halyard/domain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { planAnswer } from '@/flags/testing/moves.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { makeEmployee } from '@/testing/people.ts';
import { makeCompany, makeLocation } from '@/testing/places.ts';
import { renderWith } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { Shell } from '../../shell/Shell.tsx';

/** The records that the server has. */
export interface World {
  companies?: Company[];
  locations?: Location[];
  flags?: Flag[];
  users?: User[];
}

export const HALL = { locationId: 'hall', location: 'City Hall' };
export const WORLD: World = {
  companies: [
    { ...makeCompany('acme', 'Acme Port'), city: 'Marfa' },
    makeCompany('birch', 'Birch & Sons'),
  ],
  locations: [
    makeLocation('hall', 'City Hall', 'acme', { company: 'Acme Port', city: 'Northfield' }),
  ],
  flags: [
    makeFlag({ id: 'n', name: 'North pole', flagId: 'AX-1', company: 'Acme Port', ...HALL }),
    makeFlag({ id: 's', name: 'South pole', flagId: 'AX-2', company: 'Birch & Sons', ...HALL }),
  ],
  users: [makeEmployee('kim', 'Kim Ortega')],
};

export const NO_RECORDS = { companies: [], locations: [], flags: [], users: [] };

/** Shows the console on the profile page, with a server that has these records. */
export function show(
  user: SessionUser,
  { companies, locations, flags, users }: World = WORLD,
  handlers: Record<string, Handler> = {},
) {
  onTestFinished(() => act(() => realtime.stop()));
  const list = (body: unknown) => () => ({ body });
  serve({
    'GET /api/companies': list(companies),
    'GET /api/locations': list(locations),
    'GET /api/locations/company/acme': list(locations),
    'GET /api/flags': list(flags),
    'GET /api/flags/company/acme': list(flags),
    'GET /api/flags/location/acme-city-1': list(flags),
    'GET /api/users': list(users),
    'GET /api/users/company/acme': list(users),
    'GET /api/moves': list([]),
    'POST /api/moves/plans': (body) => ({ body: planAnswer(body as MovePlanCreate, flags ?? []) }),
    ...handlers,
  });
  return renderWith(<Shell>the page</Shell>, { user, path: '/profile' });
}

/** Opens the palette. @returns its search field */
export async function open(): Promise<HTMLElement> {
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  await waitFor(() => expect(field).toHaveFocus());
  return field;
}
/** Returns the labels of the options in the palette's group with this name. */
export const group = (name: string) =>
  within(screen.getByRole('group', { name }))
    .getAllByRole('option')
    .map((option) => option.textContent);
