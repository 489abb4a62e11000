import type { HandlersOf } from '../../calls/handlers.ts';
import { createSimulatedPole } from '../../flags/simulatedPoles/createSimulatedPole.ts';
import { asksForPage, type Lists } from '../../fleet/directory/lists.ts';
import { listLocationPage } from './listLocationPage.ts';
import {
  createLocation,
  deleteLocation,
  findZipPlace,
  listCompanyLocations,
  listLocations,
  updateLocation,
} from './locations.ts';

export const locationHandlers = (
  lists: Lists,
): HandlersOf<
  | 'listLocations'
  | 'listCompanyLocations'
  | 'findZipPlace'
  | 'createLocation'
  | 'updateLocation'
  | 'deleteLocation'
  | 'createSimulatedPole'
> => ({
  listLocations: ({ ctx, query }) =>
    asksForPage(query) ? listLocationPage(ctx, lists, query) : listLocations(ctx),
  listCompanyLocations: ({ ctx, params }) => listCompanyLocations(ctx, params.companyId),
  findZipPlace: ({ ctx, params }) => findZipPlace(ctx, params.zip),
  createLocation: ({ ctx, body }) => createLocation(ctx, body),
  updateLocation: ({ ctx, params, body }) => updateLocation(ctx, params.id, body),
  deleteLocation: ({ ctx, params }) => deleteLocation(ctx, params.id),
  createSimulatedPole: ({ ctx, params }) => createSimulatedPole(ctx, params.id),
});
