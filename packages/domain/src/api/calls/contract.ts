import type { z } from 'zod';
import { accountsCalls } from './accounts.ts';
import { activityCalls } from './activity.ts';
import { alertsCalls } from './alerts.ts';
import { calendarCalls } from './calendar.ts';
import { calendarSubscriptionsCalls } from './calendarSubscriptions.ts';
import { companiesCalls } from './companies.ts';
import { customersCalls } from './customers.ts';
import { deviceKeysCalls } from './deviceKeys.ts';
import { devicesCalls } from './devices.ts';
import { flagsCalls } from './flags.ts';
import { followsCalls } from './follows.ts';
import { halfStaffCalls } from './halfStaff.ts';
import { historyCalls } from './history.ts';
import { importExportCalls } from './importExport.ts';
import { locationsCalls } from './locations.ts';
import { movesCalls } from './moves.ts';
import { orderDeskCalls } from './orderDesk.ts';
import { orderSourcesCalls } from './orderSources.ts';
import { orderTemplatesCalls } from './orderTemplates.ts';
import { ownDaysCalls } from './ownDays.ts';
import { providersCalls } from './providers.ts';
import { searchCalls } from './search.ts';
import { serviceAccountsCalls } from './serviceAccounts.ts';
import { sessionCalls } from './session.ts';
import { settingsCalls } from './settings.ts';
import { setUpListCalls } from './setUpList.ts';
import { timelineCalls } from './timeline.ts';
import { tokensCalls } from './tokens.ts';
import { usersCalls } from './users.ts';
import { webhooksCalls } from './webhooks.ts';

/**
 * Every call of the HTTP API (spec §7). The server's routes, the types of the web client and the
 * OpenAPI document are derived from it.
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
  ...orderTemplatesCalls,
  ...ownDaysCalls,
  ...followsCalls,
  ...orderDeskCalls,
  ...orderSourcesCalls,
  ...calendarSubscriptionsCalls,
  ...historyCalls,
  ...timelineCalls,
  ...serviceAccountsCalls,
  ...tokensCalls,
  ...webhooksCalls,
  ...importExportCalls,
  ...alertsCalls,
  ...activityCalls,
  ...settingsCalls,
  ...setUpListCalls,
  ...searchCalls,
} as const;

export type Api = typeof api;
export type Call = keyof Api;
export type CallBody<C extends Call> = z.input<Api[C]['body']>;
export type CallParams<C extends Call> = z.infer<Api[C]['params']>;
export type CallQuery<C extends Call> = z.input<Api[C]['query']>;
export type CallResponse<C extends Call> = z.infer<Api[C]['response']>;
