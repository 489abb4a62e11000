import { ROLE_FACTS, type User } from '@halyard/domain';
import { testUser } from './render.tsx';

/** Creates an account as it appears in a list of employees. */
export function makeEmployee(id: string, name: string, changes: Partial<User> = {}): User {
  const [firstName = '', lastName = ''] = name.split(' ');
  const {
    temporary: _,
    secondFactorMissing: _missing,
    confirmedEmail: _confirmed,
    mailsSignIns: _mails,
    halfStaffMails: _halfStaffMails,
    session: _session,
    ...account
  } = testUser({
    id,
    firstName,
    lastName,
    username: firstName.toLowerCase(),
    email: `${firstName.toLowerCase()}@example.org`,
    role: 'location_user',
    companyId: 'acme',
    locationId: 'acme-hall',
  });
  const role = changes.role ?? account.role;
  const rest = {
    location: 'City Hall',
    company: 'Acme',
    status: 'offline' as const,
    suspendedAt: null,
    secondFactor: false,
  };
  return { ...account, name, formattedRole: ROLE_FACTS[role].label, ...rest, ...changes };
}
