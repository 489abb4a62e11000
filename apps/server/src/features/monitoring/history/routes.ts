import type { HandlersOf } from '../../calls/handlers.ts';
import { flagHistory, flagUptime, sparklines } from './history.ts';

export const historyHandlers: HandlersOf<'flagHistory' | 'flagUptime' | 'sparklines'> = {
  flagHistory: ({ ctx, params, query }) => flagHistory(ctx, params.id, query),
  flagUptime: ({ ctx, params }) => flagUptime(ctx, params.id),
  sparklines: ({ ctx, query }) => sparklines(ctx, query),
};
