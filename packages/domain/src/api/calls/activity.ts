import { activityFilter, activityPage, activityQuery } from '../activity.ts';
import { csv, endpoint } from './endpoint.ts';

export const activityCalls = {
  listActivity: endpoint(
    'GET',
    '/api/activity',
    'activity.read',
    'activity',
    'List who did what, on which flag, from where, and the result; newest first, page by page',
    { query: activityQuery, response: activityPage },
  ),
  activityCsv: endpoint(
    'GET',
    '/api/activity/csv',
    'activity.read',
    'activity',
    'The same as CSV, all entries',
    { query: activityFilter, ...csv('activity.csv') },
  ),
} as const;
