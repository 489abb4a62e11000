import { linkedDocument, orderLink } from '../orderDesk.ts';
import { endpoint } from './endpoint.ts';

export const orderDeskCalls = {
  readOrderLink: endpoint(
    'POST',
    '/api/half-staff/read-link',
    'order.manage',
    'half-staff',
    'Fetch the page or file behind a link, so that the console can read an order from it',
    { body: orderLink, response: linkedDocument },
  ),
} as const;
