import { type OpenedInvitation, ROLE_FACTS } from '@halyard/domain';

/** Describes the account of an invitation: "Employee, City Hall, Acme". */
export const invitedAs = ({
  role,
  location,
  company,
}: Pick<OpenedInvitation, 'role' | 'company' | 'location'>) =>
  [ROLE_FACTS[role].label, location, company].filter((part) => part !== null).join(', ');
