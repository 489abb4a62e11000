import type { HandlersOf } from '../http/handlers.ts';
import type { MailSettings } from '../mail/settings.ts';
import { listEndedAlerts, listOpenAlerts } from './alerts.ts';
import { getAlertDefaults, sendTestAlertToMasters, setAlertDefaults } from './defaults.ts';
import { listOutages } from './outages.ts';
import { getAlertSettings, sendTestAlert, setAlertSettings } from './settings.ts';

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
