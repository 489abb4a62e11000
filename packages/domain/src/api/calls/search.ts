import { recordSearch, recordSearchQuery } from '../search.ts';
import { endpoint } from './endpoint.ts';

export const searchCalls = {
  searchRecords: endpoint(
    'GET',
    '/api/search',
    'flag.read',
    'search',
    'Search for companies, locations, flags and users by text, or get them by ID; returns at most 50 of each',
    { query: recordSearchQuery, response: recordSearch },
  ),
} as const;
