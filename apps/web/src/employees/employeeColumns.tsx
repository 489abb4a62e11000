import {
  isOperator,
  ROLE_FACTS,
  type SessionUser,
  type User,
  type UserSortKey,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@/components/ui/Badge.tsx';
import type { Column } from '@/components/ui/DataTable.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { Truncate, TwoLines } from '@/components/ui/Table.tsx';

type EmployeeColumn = Column<User, UserSortKey>;

const PLAIN_LOCATION: EmployeeColumn = {
  key: 'location',
  header: t`Location`,
  cell: ({ location }) => <TwoLines text={location ?? '–'} />,
  sortValue: ({ location }) => location,
};

/** A table column with the location and, below it, the company, for lists with many companies. */
const LOCATION_AND_COMPANY: EmployeeColumn = {
  ...PLAIN_LOCATION,
  cell: ({ location, company, allCompanies }) => (
    <span className="grid leading-[1.125rem]">
      {(location || !company) && (
        <Truncate
          text={location ?? (allCompanies ? t`All companies` : '–')}
          className="max-md:whitespace-normal"
        />
      )}
      {company && (
        <Truncate
          text={company}
          className="text-xs leading-[1.125rem] text-muted-foreground max-md:whitespace-normal"
        />
      )}
    </span>
  ),
};

function columns(...location: readonly EmployeeColumn[]): readonly EmployeeColumn[] {
  return [
    {
      key: 'name',
      header: t`Name`,
      cell: ({ name }) => <TwoLines text={name} />,
      sortValue: ({ name }) => name,
      className: 'w-[18%]',
    },
    {
      key: 'email',
      header: t`Email`,
      cell: ({ email }) => <TwoLines text={email} />,
      sortValue: ({ email }) => email,
    },
    {
      key: 'role',
      header: t`Role`,
      cell: ({ role, mayMovePoles }) => (
        <span className="flex flex-wrap gap-1">
          <Badge variant={isOperator(role) ? 'accent' : 'neutral'}>{ROLE_FACTS[role].label}</Badge>
          {!mayMovePoles && (
            <Badge variant="neutral">
              <Trans>View only</Trans>
            </Badge>
          )}
        </span>
      ),
      sortValue: ({ role }) => ROLE_FACTS[role].label,
      className: 'w-36',
    },
    ...location,
    {
      key: 'status',
      header: t`Status`,
      cell: ({ status, suspendedAt }) =>
        suspendedAt === null ? (
          <Status tone={status === 'online' ? 'ok' : 'off'}>
            {status === 'online' ? t`Online` : t`Offline`}
          </Status>
        ) : (
          <Badge variant="warn">
            <Trans>Suspended</Trans>
          </Badge>
        ),
      sortValue: ({ status, suspendedAt }) => (suspendedAt === null ? status : 'suspended'),
      className: 'w-28',
    },
  ];
}

/** The columns of the employees page (spec §2) if it lists only one company's employees. */
export const EMPLOYEE_COLUMNS = columns(PLAIN_LOCATION);
/** The columns of the employees page if it lists the employees of all companies. */
export const EVERY_EMPLOYEE_COLUMNS = columns(LOCATION_AND_COMPANY);
/**
 * The columns of the employee list on a location's page. There is no column for the location,
 * because it would be the same in every row.
 */
export const LOCATION_EMPLOYEE_COLUMNS = columns();

/**
 * The order of the fields on an employee's card, which replaces the table row on small screens
 * (spec §2).
 */
export const EMPLOYEE_CARD_ORDER = ['name', 'email', 'role', 'status', 'location'] as const;

/**
 * Returns why this user cannot delete an account, or undefined if they can (decisions, "Roles").
 */
export const deleteRefusalFor = (user: SessionUser) => (employee: User) =>
  employee.id === user.id ? t`You can’t delete your own account` : undefined;
