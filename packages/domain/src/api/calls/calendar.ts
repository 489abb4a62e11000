import { federalCalendar } from '../calendar.ts';
import { endpoint } from './endpoint.ts';

export const calendarCalls = {
  federalHolidays: endpoint(
    'GET',
    '/api/federal-holidays',
    'session',
    'calendar',
    'Federal holidays and half-staff days of this year and the next',
    { response: federalCalendar },
  ),
} as const;
