import * as setUp from '../setUpList.ts';
import { endpoint } from './endpoint.ts';

export const setUpListCalls = {
  getSetUpList: endpoint(
    'GET',
    '/api/set-up',
    'setUpList.read',
    'settings',
    'List what is left to set up',
    { response: setUp.setUpList },
  ),
  showSetUpList: endpoint(
    'PUT',
    '/api/set-up',
    'setUpList.read',
    'settings',
    "Show the setup checklist on the caller's dashboard, or hide it",
    { body: setUp.setUpListChoice, response: setUp.setUpList },
  ),
} as const;
