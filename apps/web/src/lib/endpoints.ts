import type { Call } from '@halyard/domain';

/**
 * Method and path of each call of the contract, without its schemas: the contract itself brings
 * zod along, which the login page can do without. A test holds this table against it.
 */
export const ENDPOINTS = {
  config: 'GET /api/config',
  currentUser: 'GET /api/user',
  login: 'POST /api/login',
  register: 'POST /api/register',
  logout: 'POST /api/logout',
  realtimeToken: 'POST /api/realtime-token',
  updateProfile: 'PATCH /api/user/profile',
  changePassword: 'PATCH /api/user/password',
  federalHolidays: 'GET /api/federal-holidays',
  listCompanies: 'GET /api/companies',
  getCompany: 'GET /api/companies/:id',
  createCompany: 'POST /api/companies',
  updateCompany: 'PATCH /api/companies/:id',
  deleteCompany: 'DELETE /api/companies/:id',
  listLocations: 'GET /api/locations',
  listCompanyLocations: 'GET /api/locations/company/:companyId',
  createLocation: 'POST /api/locations',
  updateLocation: 'PATCH /api/locations/:id',
  deleteLocation: 'DELETE /api/locations/:id',
  listFlags: 'GET /api/flags',
  listCompanyFlags: 'GET /api/flags/company/:companyId',
  listLocationFlags: 'GET /api/flags/location/:locationId',
  createFlag: 'POST /api/flags',
  updateFlag: 'PATCH /api/flags/:id',
  deleteFlag: 'DELETE /api/flags/:id',
  listDeviceKeys: 'GET /api/flags/:id/keys',
  createDeviceKey: 'POST /api/flags/:id/keys',
  revokeDeviceKey: 'DELETE /api/flags/:id/keys/:keyId',
  listUsers: 'GET /api/users',
  listCompanyUsers: 'GET /api/users/company/:companyId',
  createUser: 'POST /api/users',
  updateUser: 'PATCH /api/users/:id',
  deleteUser: 'DELETE /api/users/:id',
  listInvitations: 'GET /api/invitations',
  createInvitation: 'POST /api/invitations',
  revokeInvitation: 'DELETE /api/invitations/:id',
} as const satisfies Record<Call, string>;
