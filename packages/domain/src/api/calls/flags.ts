import { z } from 'zod';
import { pathId } from '../../fields.ts';
import * as flags from '../flags.ts';
import { flagPlaces } from '../fleetSummary.ts';
import * as lists from '../lists.ts';
import { byCompany, byId, byLocation, endpoint, none } from './endpoint.ts';

export const flagsCalls = {
  listFlags: endpoint(
    'GET',
    '/api/flags',
    'flag.read',
    'flags',
    'List flags: without query parameters, all of them; otherwise, one page of the matches',
    { query: lists.flagListQuery, response: lists.listOrPage(flags.flag, flags.flagPage) },
  ),
  listFlagPlaces: endpoint(
    'GET',
    '/api/flags/places',
    'flag.read',
    'flags',
    'List the companies and locations that have flags, by name, at most 50 of each',
    { query: lists.flagPlacesQuery, response: flagPlaces },
  ),
  listCompanyFlags: endpoint(
    'GET',
    '/api/flags/company/:companyId',
    'flag.read',
    'flags',
    "List a company's flags",
    { params: byCompany, response: z.array(flags.flag) },
  ),
  listLocationFlags: endpoint(
    'GET',
    '/api/flags/location/:locationId',
    'flag.read',
    'flags',
    "List a location's flags",
    { params: byLocation, response: z.array(flags.flag) },
  ),
  getFlag: endpoint('GET', '/api/flags/:id', 'flag.read', 'flags', 'Get a flag', {
    params: byId,
    response: flags.flag,
  }),
  listAdoptable: endpoint(
    'GET',
    '/api/flags/adoptable/:flagId',
    'flag.create',
    'flags',
    'List the devices that report under a flag ID but have no flag yet',
    { params: z.object({ flagId: pathId }), response: z.array(flags.adoptable) },
  ),
  createFlag: endpoint('POST', '/api/flags', 'flag.create', 'flags', 'Create a flag', {
    body: flags.flagCreate,
    response: flags.flagCreated,
    status: 201,
  }),
  updateFlag: endpoint(
    'PATCH',
    '/api/flags/:id',
    'flag.switch',
    'flags',
    'Update a flag, or command its switches',
    { params: byId, body: flags.flagUpdate, response: flags.flag },
  ),
  deleteFlag: endpoint('DELETE', '/api/flags/:id', 'flag.delete', 'flags', 'Delete a flag', {
    params: byId,
    response: none,
    status: 204,
  }),
  lockFlag: endpoint(
    'PUT',
    '/api/flags/:id/lock',
    'flag.switch',
    'flags',
    'Lock a flag for work at its pole: no command reaches the pole until the flag is unlocked',
    { params: byId, body: flags.lockRequest, response: flags.flag },
  ),
  releaseFlag: endpoint(
    'DELETE',
    '/api/flags/:id/lock',
    'flag.switch',
    'flags',
    'Unlock a flag; allowed for the user who locked it, a company_user of its company, or a master',
    { params: byId, response: flags.flag },
  ),
} as const;
