import { z } from 'zod';
import { alertDefaults, ownAlertSettings } from '../../alerts/settings.ts';
import * as alerts from '../alerts.ts';
import { byCompany, endpoint } from './endpoint.ts';

export const alertsCalls = {
  listOpenAlerts: endpoint(
    'GET',
    '/api/alerts',
    'alert.read',
    'alerts',
    "What is wrong at the caller's poles now, the latest first",
    { response: z.array(alerts.alert) },
  ),
  listEndedAlerts: endpoint(
    'GET',
    '/api/alerts/ended',
    'alert.read',
    'alerts',
    'Alerts that are over, the latest first, a page at a time; kept for 90 days',
    {
      query: z.object({ before: z.string().max(100).optional() }),
      response: alerts.endedAlerts,
    },
  ),
  listOutages: endpoint(
    'GET',
    '/api/alerts/outages',
    'alert.read',
    'alerts',
    'Outages: three or more, and at least a fifth, of the poles of a location, a company or the fleet that went offline within ten minutes',
    { response: z.array(alerts.alertOutage) },
  ),
  getAlertSettings: endpoint(
    'GET',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    'What a company is notified about, when, and who is',
    { params: byCompany, response: alerts.companyAlerts },
  ),
  setAlertSettings: endpoint(
    'PUT',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    'Set what a company is notified about, when, and who is; sections that are not its own follow the defaults',
    { params: byCompany, body: ownAlertSettings, response: alerts.companyAlerts },
  ),
  sendTestAlert: endpoint(
    'POST',
    '/api/alerts/settings/:companyId/test',
    'alert.manage',
    'alerts',
    "Send a test mail to the company's recipients",
    { params: byCompany, response: alerts.testMailSent },
  ),
  getAlertDefaults: endpoint(
    'GET',
    '/api/alerts/defaults',
    'alertDefaults.manage',
    'alerts',
    'The alert settings of companies that have none of their own, and the masters who are mailed about all',
    { response: alerts.defaultAlerts },
  ),
  setAlertDefaults: endpoint(
    'PUT',
    '/api/alerts/defaults',
    'alertDefaults.manage',
    'alerts',
    'Set the defaults for all companies, and the masters who are mailed about all',
    { body: alertDefaults, response: alerts.defaultAlerts },
  ),
  sendTestAlertToMasters: endpoint(
    'POST',
    '/api/alerts/defaults/test',
    'alertDefaults.manage',
    'alerts',
    'Send a test mail to the masters who are mailed about all companies',
    { response: alerts.testMailSent },
  ),
} as const;
