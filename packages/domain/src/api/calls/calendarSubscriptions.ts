import { z } from 'zod';
import {
  calendarFile,
  calendarSubscription,
  calendarSubscriptionCreate,
} from '../calendarSubscriptions.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const calendarSubscriptionsCalls = {
  listCalendarSubscriptions: endpoint(
    'GET',
    '/api/half-staff/calendar-subscriptions',
    'order.read',
    'half-staff',
    'List the calendars that other programs can subscribe to',
    { response: z.array(calendarSubscription) },
  ),
  createCalendarSubscription: endpoint(
    'POST',
    '/api/half-staff/calendar-subscriptions',
    'order.manage',
    'half-staff',
    'Create the calendar of a company and a state, or return the existing one',
    { body: calendarSubscriptionCreate, response: calendarSubscription, status: 201 },
  ),
  revokeCalendarSubscription: endpoint(
    'DELETE',
    '/api/half-staff/calendar-subscriptions/:id',
    'order.manage',
    'half-staff',
    'Revoke the URL of a calendar; a new calendar for the same state has a different URL',
    { params: byId, response: none, status: 204 },
  ),
  subscribedCalendar: endpoint(
    'GET',
    '/api/calendars/:file',
    'public',
    'half-staff',
    'Get a calendar of half-staff days and orders (RFC 5545); anyone who has the URL may read it',
    {
      params: calendarFile,
      response: z.string(),
      media: 'text/calendar',
      fileName: 'half-staff.ics',
    },
  ),
} as const;
