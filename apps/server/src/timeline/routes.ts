import type { HandlersOf } from '../http/handlers.ts';
import { flagTimeline } from './timeline.ts';

export const timelineHandlers: HandlersOf<'flagTimeline'> = {
  flagTimeline: ({ ctx, params, query }) => flagTimeline(ctx, params.id, query),
};
