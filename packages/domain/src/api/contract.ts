import { z } from 'zod';
import { order, orderTerms } from '../halfStaff/order.ts';
import type { Action } from '../policy/policy.ts';
import { federalCalendar } from './calendar.ts';
import { isPlainText, NOT_PLAIN } from './fields.ts';
import * as flags from './flags.ts';
import * as halfStaff from './halfStaff.ts';
import * as people from './people.ts';
import * as places from './places.ts';
import * as services from './serviceAccounts.ts';

/**
 * Who may call: anyone; any signed-in person, also one who must set a new password first; any other
 * signed-in person; or those whom the policy allows the act.
 */
export type Access = 'public' | 'anySession' | 'session' | Action;

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  path: string;
  access: A;
  summary: string;
  tag: string;
  params: Params;
  body: Body;
  response: Response;
  /** Of the answer; CSV comes as text, to be saved as a file. */
  media: 'application/json' | 'text/csv';
  /** Status of success; 204 has no body. */
  status: 200 | 201 | 204;
}

const none = z.undefined();
const noParams = z.object({});
type None = typeof none;
type NoParams = typeof noParams;

function endpoint<
  A extends Access,
  Response extends z.ZodType,
  Params extends z.ZodType = NoParams,
  Body extends z.ZodType = None,
>(
  method: Endpoint['method'],
  path: string,
  access: A,
  tag: string,
  summary: string,
  rest: {
    response: Response;
    params?: Params;
    body?: Body;
    media?: Endpoint['media'];
    status?: Endpoint['status'];
  },
): Endpoint<Params, Body, Response, A> {
  return {
    method,
    path,
    access,
    tag,
    summary,
    response: rest.response,
    params: rest.params ?? (noParams as unknown as Params),
    body: rest.body ?? (none as unknown as Body),
    media: rest.media ?? 'application/json',
    status: rest.status ?? 200,
  };
}

const pathId = z.string().min(1).max(300).refine(isPlainText, NOT_PLAIN);
const byId = z.object({ id: pathId });
const byCompany = z.object({ companyId: pathId });
const byLocation = z.object({ locationId: pathId });
const byYear = z.object({ year: z.string().regex(/^2[01]\d\d$/) });
const bySource = z.object({ sourceKey: pathId });
const csv = { response: z.string(), media: 'text/csv' } as const;
const ok = z.object({ ok: z.literal(true) });

/** The operator's Firebase project: public by design, its rules guard the data. */
export const firebaseProject = z.object({
  apiKey: z.string(),
  authDomain: z.string(),
  databaseURL: z.string(),
  projectId: z.string(),
  appId: z.string(),
  /** Origin of a stand-in for Google's sign-in; null in real use. */
  authEmulator: z.string().nullable(),
});
export type FirebaseProject = z.infer<typeof firebaseProject>;

/** A custom token for `firebase/auth`, good for one hour, and the session that it stands for. */
export const realtimeToken = z.object({
  token: z.string(),
  /** As long as `access/{sid}` is true, the session counts in the realtime rules. */
  sid: z.string(),
});

/** What a page needs before anyone is signed in. */
export const appConfig = z.object({
  productName: z.string(),
  /** The address that people and poles use, where it is set; else the page's own origin is it. */
  publicUrl: z.string().nullable(),
  /** True while there is no master: /setup creates the first one. */
  setupNeeded: z.boolean(),
  /** Whether this browser's session holds: others need not ask for /api/user, to be told 401. */
  signedIn: z.boolean(),
  /** The demo's public sign-ins, in the demo alone. */
  demo: z.object({ usernames: z.array(z.string()), password: z.string() }).nullable(),
  realtime: z.discriminatedUnion('mode', [
    /** The realtime database is at this page's own origin. */
    z.object({ mode: z.literal('embedded'), namespace: z.string() }),
    z.object({ mode: z.literal('firebase'), project: firebaseProject }),
    /** Browsers open no realtime connection and switch by PATCH. */
    z.object({ mode: z.literal('off') }),
  ]),
  version: z.string(),
});
export type AppConfig = z.infer<typeof appConfig>;

/**
 * Every call of the HTTP API (spec §7). The server registers its routes from it, the web's client
 * is typed by it, the OpenAPI document is made from it.
 */
export const api = {
  config: endpoint('GET', '/api/config', 'public', 'session', 'What a page needs before sign-in', {
    response: appConfig,
  }),
  currentUser: endpoint('GET', '/api/user', 'anySession', 'session', 'The signed-in person', {
    response: people.sessionUser,
  }),
  login: endpoint('POST', '/api/login', 'public', 'session', 'Sign in', {
    body: people.credentials,
    response: people.sessionUser,
  }),
  register: endpoint(
    'POST',
    '/api/register',
    'public',
    'session',
    'Create the first master with the set-up code, or an employee with an invitation code',
    { body: people.registration, response: people.sessionUser, status: 201 },
  ),
  logout: endpoint('POST', '/api/logout', 'public', 'session', 'Sign out', { response: ok }),
  realtimeToken: endpoint(
    'POST',
    '/api/realtime-token',
    'session',
    'session',
    'A token that signs this browser in to the Firebase project; 404 where there is none',
    { response: realtimeToken },
  ),
  updateProfile: endpoint(
    'PATCH',
    '/api/user/profile',
    'session',
    'session',
    "Change one's own contact information",
    { body: people.profileUpdate, response: people.sessionUser },
  ),
  changePassword: endpoint(
    'PATCH',
    '/api/user/password',
    'session',
    'session',
    "Change one's own password; ends the account's other sessions",
    { body: people.passwordChange, response: ok },
  ),
  forgotPassword: endpoint(
    'POST',
    '/api/auth/forgot-password',
    'public',
    'session',
    "Mail a temporary password to the account's address; it lives an hour",
    { body: people.forgotPassword, response: ok },
  ),
  setPassword: endpoint(
    'POST',
    '/api/user/new-password',
    'anySession',
    'session',
    'Set a new password after signing in with a temporary one; ends all other sessions',
    { body: people.passwordChoice, response: people.sessionUser },
  ),

  federalHolidays: endpoint(
    'GET',
    '/api/federal-holidays',
    'session',
    'calendar',
    'Federal holidays and half-staff days of this year and the next',
    { response: federalCalendar },
  ),

  listCompanies: endpoint('GET', '/api/companies', 'company.read', 'companies', 'List companies', {
    response: z.array(places.company),
  }),
  getCompany: endpoint('GET', '/api/companies/:id', 'company.read', 'companies', 'One company', {
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
    'Update a company, or its autoHalfMast alone',
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

  listLocations: endpoint('GET', '/api/locations', 'location.read', 'locations', 'List locations', {
    response: z.array(places.location),
  }),
  listCompanyLocations: endpoint(
    'GET',
    '/api/locations/company/:companyId',
    'location.read',
    'locations',
    "List a company's locations",
    { params: byCompany, response: z.array(places.location) },
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

  listFlags: endpoint('GET', '/api/flags', 'flag.read', 'flags', 'List flags', {
    response: z.array(flags.flag),
  }),
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
  listAdoptable: endpoint(
    'GET',
    '/api/flags/adoptable/:flagId',
    'flag.create',
    'flags',
    'List the devices that report under a flag ID and are no flag yet',
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
    'Lock a flag for work at its pole: no command reaches it until it is released',
    { params: byId, body: flags.lockRequest, response: flags.flag },
  ),
  releaseFlag: endpoint(
    'DELETE',
    '/api/flags/:id/lock',
    'flag.switch',
    'flags',
    'Release a locked flag: by who locked it, a company_user of its company or a master',
    { params: byId, response: flags.flag },
  ),
  poleHalfStaff: endpoint(
    'GET',
    '/api/flags/:id/half-staff',
    'flag.read',
    'half-staff',
    'What should hold at a pole now and why, what comes, and what was done there',
    { params: byId, response: halfStaff.poleHalfStaff },
  ),
  holdPole: endpoint(
    'POST',
    '/api/flags/:id/hold',
    'flag.switch',
    'half-staff',
    'Set a hold: the pole stays as people put it until the hold expires or is released',
    { params: byId, body: halfStaff.holdCreate, response: halfStaff.poleHalfStaff },
  ),
  releaseHold: endpoint(
    'DELETE',
    '/api/flags/:id/hold',
    'flag.switch',
    'half-staff',
    'Release a hold: the pole goes where it should be',
    { params: byId, response: halfStaff.poleHalfStaff },
  ),
  listDeviceKeys: endpoint(
    'GET',
    '/api/flags/:id/keys',
    'deviceKey.manage',
    'flags',
    "List a flag's device keys, without the keys themselves",
    { params: byId, response: z.array(flags.deviceKey) },
  ),
  createDeviceKey: endpoint(
    'POST',
    '/api/flags/:id/keys',
    'deviceKey.manage',
    'flags',
    'Make a new device key; the old one is valid until the pole has reported with it',
    {
      params: byId,
      body: flags.deviceKeyCreate.default({}),
      response: flags.deviceKey,
      status: 201,
    },
  ),
  revokeDeviceKey: endpoint(
    'DELETE',
    '/api/flags/:id/keys/:keyId',
    'deviceKey.manage',
    'flags',
    'Revoke a device key; its open connections end at once',
    { params: byId.extend({ keyId: pathId }), response: none, status: 204 },
  ),

  listUsers: endpoint('GET', '/api/users', 'user.read', 'users', 'List accounts', {
    response: z.array(people.user),
  }),
  listCompanyUsers: endpoint(
    'GET',
    '/api/users/company/:companyId',
    'user.read',
    'users',
    "List a company's accounts",
    { params: byCompany, response: z.array(people.user) },
  ),
  createUser: endpoint('POST', '/api/users', 'user.create', 'users', 'Create an account', {
    body: people.userCreate,
    response: people.user,
    status: 201,
  }),
  updateUser: endpoint('PATCH', '/api/users/:id', 'user.update', 'users', 'Update an account', {
    params: byId,
    body: people.userUpdate,
    response: people.user,
  }),
  deleteUser: endpoint('DELETE', '/api/users/:id', 'user.delete', 'users', 'Delete an account', {
    params: byId,
    response: none,
    status: 204,
  }),

  listInvitations: endpoint(
    'GET',
    '/api/invitations',
    'invitation.read',
    'users',
    'List open invitations',
    { response: z.array(people.invitation) },
  ),
  createInvitation: endpoint(
    'POST',
    '/api/invitations',
    'invitation.create',
    'users',
    'Invite someone to a company as an employee: 7 days, once',
    { body: people.invitationCreate, response: people.invitation, status: 201 },
  ),
  revokeInvitation: endpoint(
    'DELETE',
    '/api/invitations/:id',
    'invitation.revoke',
    'users',
    'Revoke an invitation',
    { params: byId, response: none, status: 204 },
  ),

  halfStaffOverview: endpoint(
    'GET',
    '/api/half-staff',
    'order.read',
    'half-staff',
    "What holds now and next at the caller's poles, and what stands in the way of it",
    { response: halfStaff.halfStaffOverview },
  ),
  previewOrder: endpoint(
    'POST',
    '/api/half-staff/preview',
    'order.read',
    'half-staff',
    "What an order would do at the caller's poles, stored or not",
    { body: halfStaff.previewRequest, response: halfStaff.orderPreview },
  ),
  dryRun: endpoint(
    'GET',
    '/api/half-staff/dry-run',
    'engine.switch',
    'half-staff',
    'What the engine would do in the coming 30 days',
    { response: halfStaff.dryRun },
  ),
  switchEngine: endpoint(
    'PUT',
    '/api/half-staff/engine',
    'engine.switch',
    'half-staff',
    'Switch the engine on, with the digest of the dry run that was seen, or off',
    { body: halfStaff.engineSwitch, response: halfStaff.engineState },
  ),
  halfStaffCalendar: endpoint(
    'GET',
    '/api/half-staff/calendar/:year',
    'order.read',
    'half-staff',
    'Half-staff days, display days, federal holidays and orders of a year, 2000 to 2199',
    { params: byYear, response: halfStaff.halfStaffCalendar },
  ),
  confirmHalfStaffDay: endpoint(
    'POST',
    '/api/half-staff/days',
    'halfStaffDay.confirm',
    'half-staff',
    'Confirm the date of a projected day: poles follow it then',
    { body: halfStaff.dayConfirm, response: halfStaff.confirmedDay },
  ),
  complianceOfSource: endpoint(
    'GET',
    '/api/half-staff/compliance/source/:sourceKey',
    'ledger.read',
    'half-staff',
    'How poles kept to one order (order:{id}) or annual day (day:{date}), from the ledger',
    { params: bySource, response: halfStaff.compliance },
  ),
  complianceOfSourceCsv: endpoint(
    'GET',
    '/api/half-staff/compliance/source/:sourceKey/csv',
    'ledger.read',
    'half-staff',
    'The same as CSV',
    { params: bySource, ...csv },
  ),
  complianceOfCompany: endpoint(
    'GET',
    '/api/half-staff/compliance/company/:companyId',
    'ledger.read',
    'half-staff',
    "How a company's poles kept to what held there in the last year, from the ledger",
    { params: byCompany, response: halfStaff.compliance },
  ),
  complianceOfCompanyCsv: endpoint(
    'GET',
    '/api/half-staff/compliance/company/:companyId/csv',
    'ledger.read',
    'half-staff',
    'The same as CSV',
    { params: byCompany, ...csv },
  ),
  listOrders: endpoint(
    'GET',
    '/api/half-staff/orders',
    'order.read',
    'half-staff',
    'List the half-staff orders that concern the caller: own ones, and approved ones of the operator',
    { response: z.array(order) },
  ),
  getOrder: endpoint('GET', '/api/half-staff/orders/:id', 'order.read', 'half-staff', 'One order', {
    params: byId,
    response: order,
  }),
  listOrderVersions: endpoint(
    'GET',
    '/api/half-staff/orders/:id/versions',
    'order.read',
    'half-staff',
    'What an order said whenever it was approved, amended or cancelled',
    { params: byId, response: z.array(halfStaff.orderVersion) },
  ),
  createOrder: endpoint(
    'POST',
    '/api/half-staff/orders',
    'order.manage',
    'half-staff',
    'Draft an order; no pole follows it yet',
    { body: orderTerms, response: order, status: 201 },
  ),
  updateOrder: endpoint(
    'PATCH',
    '/api/half-staff/orders/:id',
    'order.manage',
    'half-staff',
    'Edit a draft, or amend an approved order',
    { params: byId, body: halfStaff.orderUpdate, response: order },
  ),
  deleteOrder: endpoint(
    'DELETE',
    '/api/half-staff/orders/:id',
    'order.manage',
    'half-staff',
    'Delete a draft',
    { params: byId, response: none, status: 204 },
  ),
  approveOrder: endpoint(
    'POST',
    '/api/half-staff/orders/:id/approve',
    'order.manage',
    'half-staff',
    'Approve a draft: from now on poles follow it',
    { params: byId, body: halfStaff.orderApprove, response: order },
  ),
  cancelOrder: endpoint(
    'POST',
    '/api/half-staff/orders/:id/cancel',
    'order.manage',
    'half-staff',
    'Cancel an approved order: poles go back to what holds without it',
    { params: byId, body: halfStaff.orderCancel, response: order },
  ),

  listServiceAccounts: endpoint(
    'GET',
    '/api/service-accounts',
    'serviceAccount.manage',
    'service accounts',
    'List service accounts, without their secrets',
    { response: z.array(services.serviceAccount) },
  ),
  createServiceAccount: endpoint(
    'POST',
    '/api/service-accounts',
    'serviceAccount.manage',
    'service accounts',
    'Make a secret with which a back end signs in to the realtime database',
    {
      body: services.serviceAccountCreate,
      response: services.serviceAccount,
      status: 201,
    },
  ),
  revokeServiceAccount: endpoint(
    'DELETE',
    '/api/service-accounts/:id',
    'serviceAccount.manage',
    'service accounts',
    'Revoke a service account; its live connections end at once',
    { params: byId, response: none, status: 204 },
  ),
} as const;

export type Api = typeof api;
export type Call = keyof Api;
export type CallBody<C extends Call> = z.input<Api[C]['body']>;
export type CallParams<C extends Call> = z.infer<Api[C]['params']>;
export type CallResponse<C extends Call> = z.infer<Api[C]['response']>;
