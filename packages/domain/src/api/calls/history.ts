import * as history from '../history.ts';
import { byId, endpoint } from './endpoint.ts';

export const historyCalls = {
  flagHistory: endpoint(
    'GET',
    '/api/flags/:id/history',
    'flag.read',
    'history',
    "A flag's voltage, online periods, positions and half-staff periods: the last day, week, month or year, or any part of the past",
    { params: byId, query: history.historyQuery, response: history.flagHistory },
  ),
  flagUptime: endpoint(
    'GET',
    '/api/flags/:id/uptime',
    'flag.read',
    'history',
    'How long a flag was online on each of the last 90 days',
    { params: byId, response: history.flagUptime },
  ),
  sparklines: endpoint(
    'GET',
    '/api/history/sparklines',
    'flag.read',
    'history',
    'The voltage of flags in the last 24 hours: of all, or of at most 200 by their IDs',
    { query: history.sparklinesQuery, response: history.sparklines },
  ),
} as const;
