import type { HandlersOf } from '../http/handlers.ts';
import type { MailSettings } from '../mail/settings.ts';
import { listEndedAlerts, listOpenAlerts } from './alerts.ts';
import { getAlertSettings, sendTestAlert, setAlertSettings } from './settings.ts';

export const alertHandlers = (
  settings: MailSettings,
): HandlersOf<
  'listOpenAlerts' | 'listEndedAlerts' | 'getAlertSettings' | 'setAlertSettings' | 'sendTestAlert'
> => ({
  listOpenAlerts: ({ ctx }) => listOpenAlerts(ctx),
  listEndedAlerts: ({ ctx, query }) => listEndedAlerts(ctx, query.before),
  getAlertSettings: ({ ctx, params }) => getAlertSettings(ctx, params.companyId),
  setAlertSettings: ({ ctx, params, body }) => setAlertSettings(ctx, params.companyId, body),
  sendTestAlert: ({ ctx, params }) => sendTestAlert(ctx, settings, params.companyId),
});
