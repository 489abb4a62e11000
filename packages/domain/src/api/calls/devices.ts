import { z } from 'zod';
import { poleCheck } from '../../devices/schemas.ts';
import { refusedDevices } from '../devices.ts';
import { byId, endpoint } from './endpoint.ts';

export const devicesCalls = {
  listRefusedDevices: endpoint(
    'GET',
    '/api/refused-devices',
    'refusedDevice.read',
    'devices',
    'Devices that the realtime database refused, the latest first, a page at a time; kept for 30 days',
    {
      query: z.object({ before: z.string().max(100).optional() }),
      response: refusedDevices,
    },
  ),
  getPoleCheck: endpoint(
    'GET',
    '/api/flags/:id/test',
    'flag.switch',
    'devices',
    "A pole's latest test, and what keeps its device from reporting",
    { params: byId, response: poleCheck },
  ),
  testPole: endpoint(
    'POST',
    '/api/flags/:id/test',
    'flag.switch',
    'devices',
    'Test a pole: it moves, reports, and is brought back to where it was',
    { params: byId, response: poleCheck, status: 201 },
  ),
} as const;
