import {
  COMPANY_ROLE,
  isOperator,
  OPERATOR_ROLE,
  ROLE_FACTS,
  ROLES,
  type Role,
  serviceAccountCreate,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useWatch } from 'react-hook-form';
import { NO_COMPANY } from '@/components/emptyChoice.ts';
import { FormFrame } from '@/components/FormFrame.tsx';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { problemText } from '@/lib/api/api.ts';
import { SecretShown } from './SecretShown.tsx';
import { TokenFields } from './TokenFields.tsx';
import { useCreateServiceAccount } from './useTokens.ts';

/** The roles that can be chosen for a service account. */
const OPTIONS: readonly Role[] = [
  ...ROLES.filter((role) => ROLE_FACTS[role].belongsTo === 'company'),
  OPERATOR_ROLE,
];
const ROLE_OPTIONS = OPTIONS.map((value) => ({ value, label: ROLE_FACTS[value].label }));

/** Creates a service account, then shows its secret once. */
export function ServiceAccountDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateServiceAccount();
  const hasNoCompany = useHasNoRecords('companies');
  const form = useZodForm(serviceAccountCreate, {
    name: '',
    scope: 'switch',
    expiresInDays: 365,
    role: COMPANY_ROLE,
    companyId: null,
  });
  const role = useWatch({ control: form.control, name: 'role' });
  const secret = create.data?.secret;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Create service account`}
      description={t`Let another system read and control flags, with the permissions of a role.`}
      keepOpen={secret !== undefined}
    >
      {secret === undefined ? (
        <FormFrame
          form={form}
          submitLabel={t`Create service account`}
          pending={create.isPending}
          problem={problemText(create.error)}
          onSubmit={(values) => create.mutate(values)}
          onCancel={onClose}
        >
          <TokenFields />
          <FormField form={form} name="role" label={t`Role`} required>
            {({ onChange, ...control }) => (
              <Select
                {...control}
                options={ROLE_OPTIONS}
                onValueChange={(next) => {
                  onChange(next);
                  if (isOperator(next)) form.setValue('companyId', null);
                }}
              />
            )}
          </FormField>
          {!isOperator(role) && (
            <FormField
              form={form}
              name="companyId"
              label={t`Company`}
              required
              hint={hasNoCompany ? NO_COMPANY : undefined}
            >
              {({ onChange, value, ...control }) => (
                <RecordSelect
                  {...control}
                  kind="companies"
                  value={value ?? ''}
                  placeholder={t`Select a company`}
                  disabled={hasNoCompany}
                  onValueChange={onChange}
                />
              )}
            </FormField>
          )}
        </FormFrame>
      ) : (
        <SecretShown secret={secret} onDone={onClose} />
      )}
    </Dialog>
  );
}
