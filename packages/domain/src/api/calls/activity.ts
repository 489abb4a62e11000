import { activityFilter, activityPage, activityQuery } from '../activity.ts';
import { csv, endpoint } from './endpoint.ts';

export const activityCalls = {
  listActivity: endpoint(
    'GET',
    '/api/activity',
    'activity.read',
    'activity',
    'List the activity log, newest first, page by page: who did what, to which flag, from where, and the result',
    { query: activityQuery, response: activityPage },
  ),
  activityCsv: endpoint(
    'GET',
    '/api/activity/csv',
    'activity.read',
    'activity',
    'Export the matching entries of the activity log as CSV',
    { query: activityFilter, ...csv('activity.csv') },
  ),
} as const;
