import { z } from 'zod';
import * as flags from '../flags.ts';
import { listOrPage, locationListQuery } from '../lists.ts';
import * as places from '../places.ts';
import { byCompany, byId, endpoint, none } from './endpoint.ts';

const byZip = z.object({ zip: z.string().max(20) });

export const locationsCalls = {
  listLocations: endpoint(
    'GET',
    '/api/locations',
    'location.read',
    'locations',
    'List locations: without query parameters, all of them; otherwise, one page of the matches',
    { query: locationListQuery, response: listOrPage(places.location, places.locationPage) },
  ),
  listCompanyLocations: endpoint(
    'GET',
    '/api/locations/company/:companyId',
    'location.read',
    'locations',
    "List a company's locations",
    { params: byCompany, response: z.array(places.location) },
  ),
  getLocation: endpoint(
    'GET',
    '/api/locations/:id',
    'location.read',
    'locations',
    'Get a location',
    { params: byId, response: places.location },
  ),
  findZipPlace: endpoint(
    'GET',
    '/api/places/zip/:zip',
    'location.update',
    'locations',
    'Get the state, coordinates and time zone of a ZIP code',
    { params: byZip, response: places.zipPlace },
  ),
  createLocation: endpoint(
    'POST',
    '/api/locations',
    'location.create',
    'locations',
    'Create a location',
    { body: places.locationCreate, response: places.location, status: 201 },
  ),
  updateLocation: endpoint(
    'PATCH',
    '/api/locations/:id',
    'location.update',
    'locations',
    'Update a location',
    { params: byId, body: places.locationUpdate, response: places.location },
  ),
  deleteLocation: endpoint(
    'DELETE',
    '/api/locations/:id',
    'location.delete',
    'locations',
    'Delete a location that has no flags and no employees',
    { params: byId, response: none, status: 204 },
  ),
  createSimulatedPole: endpoint(
    'POST',
    '/api/locations/:id/simulated-pole',
    'flag.create',
    'locations',
    'Add a pole that the server simulates; at most one per location',
    { params: byId, response: flags.flag, status: 201 },
  ),
} as const;
