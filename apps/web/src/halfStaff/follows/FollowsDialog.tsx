import { may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RecordSelect } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { companyQuery } from '@/lib/api/query.ts';
import { FollowsForm } from './FollowsForm.tsx';
import { followsQuery } from './useFollows.ts';

export interface FollowsDialogProps {
  user: SessionUser;
  /** The company; omitted if the user chooses it in the dialog. */
  companyId?: string | undefined;
  /**
   * The location whose settings are shown. If omitted, the company's settings are shown and the
   * user can choose a location.
   */
  locationId?: string | undefined;
  onClose: () => void;
}

/** Shows which authorities and annual half-staff days the poles of a company or location follow. */
export default function FollowsDialog({ user, onClose, ...of }: FollowsDialogProps) {
  const [companyId, setCompanyId] = useState(of.companyId ?? user.companyId ?? '');
  const [chosen, setChosen] = useState<string | null>(null);
  const locationId = of.locationId ?? chosen;
  const company = useQuery({ ...companyQuery(companyId), enabled: companyId !== '' });
  const ofCompany = useQuery(followsQuery(companyId, null));
  const query = useQuery(followsQuery(companyId, locationId));
  const isOff = company.data?.autoHalfMast === false;
  const places = (
    <>
      {of.companyId === undefined && user.companyId === null && (
        <CompanyChoice
          value={companyId}
          onChange={(id) => {
            setCompanyId(id);
            setChosen(null);
          }}
        />
      )}
      {of.locationId === undefined && companyId !== '' && may(user, 'location.read') && (
        <PlaceChoice companyId={companyId} value={chosen} onChange={setChosen} />
      )}
      {isOff && (
        <p className="text-muted-foreground">
          <Trans>Auto Half Mast is off, so poles don’t follow any of these orders or days.</Trans>
        </p>
      )}
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Follow settings`}
      description={t`When Auto Half Mast is on, these orders and annual half-staff days lower flags to half-staff.`}
    >
      {query.data && ofCompany.data ? (
        <FollowsForm
          key={`${companyId} ${locationId}`}
          user={user}
          companyId={companyId}
          locationId={locationId}
          settings={query.data}
          company={ofCompany.data.follows}
          onClose={onClose}
        >
          {places}
        </FollowsForm>
      ) : (
        <>
          <DialogBody>
            {places}
            {query.isError ? (
              <ErrorState
                title={t`Couldn’t load follow settings`}
                error={query.error}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              companyId !== '' && (
                <div role="status" aria-label={t`Loading follow settings`}>
                  <Skeleton className="h-96 rounded-lg" />
                </div>
              )
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

interface ChoiceProps<Value> {
  value: Value;
  onChange: (value: Value) => void;
}

function CompanyChoice({ value, onChange }: ChoiceProps<string>) {
  return (
    <Field label={t`Company`}>
      {(control) => (
        <RecordSelect
          {...control}
          kind="companies"
          value={value}
          placeholder={t`Select a company`}
          onValueChange={onChange}
        />
      )}
    </Field>
  );
}

/** The option value for the whole company. Other options have a location's ID. */
const WHOLE_COMPANY = 'company';

const FIXED_PLACES = [{ value: WHOLE_COMPANY, label: t`Entire company` }];

function PlaceChoice({
  companyId,
  value,
  onChange,
}: ChoiceProps<string | null> & { companyId: string }) {
  return (
    <Field label={t`Applies to`}>
      {(control) => (
        <RecordSelect
          {...control}
          kind="locations"
          companyId={companyId}
          fixed={FIXED_PLACES}
          value={value ?? WHOLE_COMPANY}
          onValueChange={(next) => onChange(next === WHOLE_COMPANY ? null : next)}
        />
      )}
    </Field>
  );
}
