import type { HandlersOf } from '../../calls/handlers.ts';
import type { Lists } from '../directory/lists.ts';
import { searchRecords } from './search.ts';

export const searchHandlers = (lists: Lists): HandlersOf<'searchRecords'> => ({
  searchRecords: ({ ctx, query }) => searchRecords(ctx, lists, query),
});
