import { activityFilter, activityPage, activityQuery } from '../activity.ts';
import { csv, endpoint } from './endpoint.ts';

export const activityCalls = {
  listActivity: endpoint(
    'GET',
    '/api/activity',
    'activity.read',
    'activity',
    'Who did what, on which flag, from where and how it ended; the newest first, page by page',
    { query: activityQuery, response: activityPage },
  ),
  activityCsv: endpoint(
    'GET',
    '/api/activity/csv',
    'activity.read',
    'activity',
    'The same as CSV, the newest 50,000',
    { query: activityFilter, ...csv('activity.csv') },
  ),
} as const;
