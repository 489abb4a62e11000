import { companyListQuery, listOrPage } from '../lists.ts';
import * as places from '../places.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const companiesCalls = {
  listCompanies: endpoint(
    'GET',
    '/api/companies',
    'company.read',
    'companies',
    'List companies: without query parameters, all of them; otherwise, one page of the matches',
    { query: companyListQuery, response: listOrPage(places.company, places.companyPage) },
  ),
  getCompany: endpoint('GET', '/api/companies/:id', 'company.read', 'companies', 'Get a company', {
    params: byId,
    response: places.company,
  }),
  createCompany: endpoint(
    'POST',
    '/api/companies',
    'company.create',
    'companies',
    'Create a company',
    { body: places.companyCreate, response: places.company, status: 201 },
  ),
  updateCompany: endpoint(
    'PATCH',
    '/api/companies/:id',
    'company.setAutoHalfMast',
    'companies',
    'Update a company; a company_user may change only autoHalfMast and twoApprovals',
    { params: byId, body: places.companyUpdate, response: places.company },
  ),
  deleteCompany: endpoint(
    'DELETE',
    '/api/companies/:id',
    'company.delete',
    'companies',
    'Delete a company with its locations, flags and users',
    { params: byId, response: none, status: 204 },
  ),
} as const;
