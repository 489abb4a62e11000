import type { SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { InlineForm } from '@/components/InlineForm.tsx';
import { problemText } from '@/lib/api/api.ts';
import { LocationForm } from '@/locations/LocationForm.tsx';
import { useCreateLocation } from '@/locations/useSaveLocation.ts';

interface AddLocationProps {
  user: SessionUser;
  companyId: string;
  onClose: () => void;
}

export default function AddLocation({ user, companyId, onClose }: AddLocationProps) {
  const create = useCreateLocation('plain', onClose);
  return (
    <InlineForm label={t`Add Location`} heading="h3">
      <LocationForm
        user={user}
        companyId={companyId}
        pending={create.isPending}
        problem={problemText(create.error)}
        onSubmit={(values) => create.mutate(values)}
        onCancel={onClose}
      />
    </InlineForm>
  );
}
