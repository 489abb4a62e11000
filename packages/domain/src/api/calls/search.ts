import { recordSearch, recordSearchQuery } from '../search.ts';
import { endpoint } from './endpoint.ts';

export const searchCalls = {
  searchRecords: endpoint(
    'GET',
    '/api/search',
    'flag.read',
    'search',
    'Find companies, locations, flags and users by words, or get them by ID, at most 50 of each',
    { query: recordSearchQuery, response: recordSearch },
  ),
} as const;
