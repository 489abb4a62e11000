import { type OpenedInvitation, ROLE_LABELS } from '@halyard/domain';

/** What the account of an invitation is: "Employee, City Hall, Acme". */
export const invitedAs = ({
  role,
  location,
  company,
}: Pick<OpenedInvitation, 'role' | 'company' | 'location'>) =>
  [ROLE_LABELS[role], location, company].filter((part) => part !== null).join(', ');
