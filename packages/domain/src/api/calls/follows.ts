import * as follows from '../follows.ts';
import { halfStaffRelease } from '../halfStaff/orders.ts';
import { byCompany, endpoint } from './endpoint.ts';

export const followsCalls = {
  getFollows: endpoint(
    'GET',
    '/api/half-staff/follows/:companyId',
    'company.read',
    'half-staff',
    'Get which authorities and annual days a company, or one of its locations, follows',
    { params: byCompany, query: follows.followsQuery, response: follows.followsSettings },
  ),
  setFollows: endpoint(
    'PUT',
    '/api/half-staff/follows/:companyId',
    'company.setAutoHalfMast',
    'half-staff',
    'Set which authorities and annual days a company, or one of its locations, follows',
    { params: byCompany, body: follows.followsChange, response: follows.followsSettings },
  ),
  previewFollows: endpoint(
    'POST',
    '/api/half-staff/follows/:companyId/effect',
    'company.setAutoHalfMast',
    'half-staff',
    'Preview which poles would move now if a company or location had these follow settings',
    { params: byCompany, body: follows.followsChange, response: halfStaffRelease },
  ),
};
