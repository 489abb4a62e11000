import type { MailSettings } from '../../platform/mail/settings.ts';
import type { HandlersOf } from '../calls/handlers.ts';
import { listEndedAlerts, listOpenAlerts } from './alerts.ts';
import { getAlertDefaults, sendTestAlertToMasters, setAlertDefaults } from './settings/defaults.ts';
import { getAlertSettings, sendTestAlert, setAlertSettings } from './settings/settings.ts';
import { listOutages } from './watch/outages.ts';

export const alertHandlers = (
  settings: MailSettings,
): HandlersOf<
  | 'listOpenAlerts'
  | 'listEndedAlerts'
  | 'listOutages'
  | 'getAlertSettings'
  | 'setAlertSettings'
  | 'sendTestAlert'
  | 'getAlertDefaults'
  | 'setAlertDefaults'
  | 'sendTestAlertToMasters'
> => ({
  listOpenAlerts: ({ ctx }) => listOpenAlerts(ctx),
  listEndedAlerts: ({ ctx, query }) => listEndedAlerts(ctx, query.before),
  listOutages: ({ ctx }) => listOutages(ctx),
  getAlertSettings: ({ ctx, params }) => getAlertSettings(ctx, params.companyId),
  setAlertSettings: ({ ctx, params, body }) => setAlertSettings(ctx, params.companyId, body),
  getAlertDefaults: ({ ctx }) => getAlertDefaults(ctx),
  setAlertDefaults: ({ ctx, body }) => setAlertDefaults(ctx, body),
  sendTestAlertToMasters: ({ ctx }) => sendTestAlertToMasters(ctx, settings),
  sendTestAlert: ({ ctx, params }) => sendTestAlert(ctx, settings, params.companyId),
});
