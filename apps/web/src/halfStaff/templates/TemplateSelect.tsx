import {
  BUILT_IN_TEMPLATES,
  type OrderTemplate,
  type SessionUser,
  type TemplateTerms,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { templatesQuery, useDeleteTemplate } from './templateActions.ts';
import { templateFor } from './termsLike.ts';

interface TemplateSelectProps {
  user: SessionUser;
  /** Called with the chosen template; null for the blank form. */
  onChoose: (template: TemplateTerms | null) => void;
}

const BLANK = 'blank';
const NONE: readonly OrderTemplate[] = [];

/**
 * Lets the user choose a template for a new order, and delete any template that is not built in.
 */
export function TemplateSelect({ user, onChoose }: TemplateSelectProps) {
  const [chosen, setChosen] = useState(BLANK);
  const own = useQuery(templatesQuery()).data ?? NONE;
  const remove = useDeleteTemplate(() => setChosen(BLANK));
  const ownChosen = own.find(({ id }) => id === chosen);
  const choose = (id: string) => {
    setChosen(id);
    const builtIn = BUILT_IN_TEMPLATES.find((one) => one.id === id);
    const terms = own.find((one) => one.id === id)?.terms;
    onChoose(builtIn ? templateFor(builtIn, user) : (terms ?? null));
  };
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-64">
        <Field label={t`Start from`} name="template">
          {(control) => (
            <Select
              {...control}
              value={chosen}
              options={[
                { value: BLANK, label: t`Blank` },
                ...BUILT_IN_TEMPLATES.map(({ id, name }) => ({ value: id, label: name })),
                ...own.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onValueChange={choose}
            />
          )}
        </Field>
      </div>
      {ownChosen && (
        <Button
          aria-label={t`Delete template ${{ template: ownChosen.name }}`}
          pending={remove.isPending}
          onClick={() => remove.mutate(ownChosen)}
        >
          <Trans>Delete template</Trans>
        </Button>
      )}
    </div>
  );
}
