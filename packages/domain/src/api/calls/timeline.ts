import * as timeline from '../timeline.ts';
import { byId, endpoint } from './endpoint.ts';

export const timelineCalls = {
  flagTimeline: endpoint(
    'GET',
    '/api/flags/:id/timeline',
    'flag.read',
    'history',
    'List everything that happened at one pole, newest first, page by page: commands, reports, alerts, locks, holds, orders and changes',
    { params: byId, query: timeline.timelineQuery, response: timeline.timelinePage },
  ),
} as const;
