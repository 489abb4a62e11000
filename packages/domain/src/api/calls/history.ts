import * as history from '../history.ts';
import { byId, endpoint } from './endpoint.ts';

export const historyCalls = {
  flagHistory: endpoint(
    'GET',
    '/api/flags/:id/history',
    'flag.read',
    'history',
    "Get a flag's voltage, online periods, positions and half-staff periods in the last day, week, month or year, or in any past period",
    { params: byId, query: history.historyQuery, response: history.flagHistory },
  ),
  flagUptime: endpoint(
    'GET',
    '/api/flags/:id/uptime',
    'flag.read',
    'history',
    'Get how long a flag was online on each of the last 90 days',
    { params: byId, response: history.flagUptime },
  ),
  sparklines: endpoint(
    'GET',
    '/api/history/sparklines',
    'flag.read',
    'history',
    'Get the voltages of all flags, or of at most 200 flags by ID, in the last 24 hours',
    { query: history.sparklinesQuery, response: history.sparklines },
  ),
} as const;
