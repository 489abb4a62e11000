import { type Flag, may, type SessionUser } from '@halyard/domain';
import { useMemo, useState } from 'react';
import { Card } from '@/components/ui/Card.tsx';
import { FlagFields } from '@/flags/dialog/FlagDetails.tsx';
import { FlagForm } from '@/flags/dialog/FlagForm.tsx';
import { problemOf, useUpdateFlag } from '@/flags/dialog/useSaveFlag.ts';

/** Shows the flag's fields, editable if this user may edit them. */
export default function PoleSettings({ user, flag }: { user: SessionUser; flag: Flag }) {
  // Incremented on Cancel and Save to reset the form.
  const [round, setRound] = useState(0);
  const again = () => setRound((count) => count + 1);
  const update = useUpdateFlag(user, again);
  const problem = useMemo(() => problemOf(update.error), [update.error]);
  if (!may(user, 'flag.edit'))
    return (
      <Card className="grid max-w-xl gap-4 p-5">
        <FlagFields flag={flag} />
      </Card>
    );
  return (
    <Card className="max-w-xl">
      <FlagForm
        key={`${flag.id} ${round}`}
        user={user}
        flag={flag}
        pending={update.isPending}
        problem={problem}
        onSubmit={(values) => update.mutate({ flag, values })}
        onCancel={() => {
          update.reset();
          again();
        }}
      />
    </Card>
  );
}
