import { type OpenedInvitation, ROLE_FACTS } from '@halyard/domain';

/** What the account of an invitation is: "Employee, City Hall, Acme". */
export const invitedAs = ({
  role,
  location,
  company,
}: Pick<OpenedInvitation, 'role' | 'company' | 'location'>) =>
  [ROLE_FACTS[role].label, location, company].filter((part) => part !== null).join(', ');
