import type { HandlersOf } from '../../../calls/handlers.ts';
import { flagTimeline } from './timeline.ts';

export const timelineHandlers: HandlersOf<'flagTimeline'> = {
  flagTimeline: ({ ctx, params, query }) => flagTimeline(ctx, params.id, query),
};
