import type { HandlersOf } from '../calls/handlers.ts';
import { activityCsv, listActivity } from './activity.ts';

export const activityHandlers: HandlersOf<'listActivity' | 'activityCsv'> = {
  listActivity: ({ ctx, query }) => listActivity(ctx, query),
  activityCsv: ({ ctx, query }) => activityCsv(ctx, query),
};
