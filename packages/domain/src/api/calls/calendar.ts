import { federalCalendar } from '../calendar.ts';
import { endpoint } from './endpoint.ts';

export const calendarCalls = {
  federalHolidays: endpoint(
    'GET',
    '/api/federal-holidays',
    'session',
    'calendar',
    'List the federal holidays and half-staff days of this year and next year',
    { response: federalCalendar },
  ),
} as const;
