import { msg } from '@halyard/messages';
import { notFound } from '../../platform/errors.ts';

export const COMPANY_NOT_FOUND = msg`Company not found`;
export const LOCATION_NOT_FOUND = msg`Location not found`;

export const companyNotFound = () => notFound(COMPANY_NOT_FOUND);
export const locationNotFound = () => notFound(LOCATION_NOT_FOUND);
export const flagNotFound = () => notFound(msg`Flag not found`);
