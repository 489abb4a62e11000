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
    'List the devices that the realtime database rejected in the last 30 days, newest first, page by page',
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
    "Get a pole's latest test, and what keeps its device from reporting",
    { params: byId, response: poleCheck },
  ),
  testPole: endpoint(
    'POST',
    '/api/flags/:id/test',
    'flag.switch',
    'devices',
    'Test a pole: move it, wait for its report, and move it back',
    { params: byId, response: poleCheck, status: 201 },
  ),
} as const;
