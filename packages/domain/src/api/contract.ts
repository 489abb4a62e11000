import type { z } from 'zod';
import { accountsCalls } from './calls/accounts.ts';
import { activityCalls } from './calls/activity.ts';
import { alertsCalls } from './calls/alerts.ts';
import { calendarCalls } from './calls/calendar.ts';
import { companiesCalls } from './calls/companies.ts';
import { customersCalls } from './calls/customers.ts';
import { deviceKeysCalls } from './calls/deviceKeys.ts';
import { devicesCalls } from './calls/devices.ts';
import { flagsCalls } from './calls/flags.ts';
import { halfStaffCalls } from './calls/halfStaff.ts';
import { historyCalls } from './calls/history.ts';
import { locationsCalls } from './calls/locations.ts';
import { movesCalls } from './calls/moves.ts';
import { providersCalls } from './calls/providers.ts';
import { serviceAccountsCalls } from './calls/serviceAccounts.ts';
import { sessionCalls } from './calls/session.ts';
import { settingsCalls } from './calls/settings.ts';
import { setUpListCalls } from './calls/setUpList.ts';
import { timelineCalls } from './calls/timeline.ts';
import { tokensCalls } from './calls/tokens.ts';
import { transferCalls } from './calls/transfer.ts';
import { usersCalls } from './calls/users.ts';
import { webhooksCalls } from './calls/webhooks.ts';

/**
 * Every call of the HTTP API (spec §7). The server registers its routes from it, the web's client
 * is typed by it, the OpenAPI document is made from it.
 */
export const api = {
  ...sessionCalls,
  ...calendarCalls,
  ...companiesCalls,
  ...customersCalls,
  ...locationsCalls,
  ...flagsCalls,
  ...deviceKeysCalls,
  ...devicesCalls,
  ...movesCalls,
  ...usersCalls,
  ...accountsCalls,
  ...providersCalls,
  ...halfStaffCalls,
  ...historyCalls,
  ...timelineCalls,
  ...serviceAccountsCalls,
  ...tokensCalls,
  ...webhooksCalls,
  ...transferCalls,
  ...alertsCalls,
  ...activityCalls,
  ...settingsCalls,
  ...setUpListCalls,
} as const;

export type Api = typeof api;
export type Call = keyof Api;
export type CallBody<C extends Call> = z.input<Api[C]['body']>;
export type CallParams<C extends Call> = z.infer<Api[C]['params']>;
export type CallQuery<C extends Call> = z.input<Api[C]['query']>;
export type CallResponse<C extends Call> = z.infer<Api[C]['response']>;
