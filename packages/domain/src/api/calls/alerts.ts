import { z } from 'zod';
import { alertSettings } from '../../alerts/settings.ts';
import * as alerts from '../alerts.ts';
import { byCompany, endpoint } from '../endpoint.ts';

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
  getAlertSettings: endpoint(
    'GET',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    'What a company is told of, and who',
    { params: byCompany, response: alerts.companyAlerts },
  ),
  setAlertSettings: endpoint(
    'PUT',
    '/api/alerts/settings/:companyId',
    'alert.manage',
    'alerts',
    'Set what a company is told of, and who',
    { params: byCompany, body: alertSettings, response: alerts.companyAlerts },
  ),
  sendTestAlert: endpoint(
    'POST',
    '/api/alerts/settings/:companyId/test',
    'alert.manage',
    'alerts',
    "Send a test mail to the company's recipients",
    { params: byCompany, response: alerts.testMailSent },
  ),
} as const;
