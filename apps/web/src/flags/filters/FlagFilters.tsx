import { criteriaCount } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ListFilter } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Sheet } from '@/components/ui/Sheet.tsx';
import { useIsMobile } from '@/lib/page/breakpoint.ts';
import { FilterChips } from './FilterChips.tsx';
import { FilterControls } from './FilterControls.tsx';
import type { FlagFiltersProps } from './flagFiltersProps.ts';

/**
 * The filters of the flags page: in a row, or on a phone in a sheet with chips for the active ones.
 */
export function FlagFilters(props: FlagFiltersProps) {
  const { place, criteria, onClear } = props;
  const isMobile = useIsMobile();
  const [open, setOpen] = useState(false);
  const placesOn = [place.companyId, place.locationId].filter((id) => id !== null).length;
  const on = criteriaCount(criteria) + placesOn;
  const clear = on > 0 && (
    <Button variant="ghost" onClick={onClear}>
      <Trans>Clear filters</Trans>
    </Button>
  );
  if (!isMobile)
    return (
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">
          <Trans>Filters</Trans>
        </legend>
        <FilterControls {...props} />
        {clear}
      </fieldset>
    );
  return (
    <>
      <div className="flex min-w-0 flex-wrap gap-2">
        <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <ListFilter aria-hidden="true" />
          <Trans>Filters</Trans>
          {on > 0 && <span className="tabular-nums">({on})</span>}
        </Button>
        <FilterChips {...props} />
      </div>
      <Sheet open={open} onOpenChange={setOpen} title={t`Filters`} className="w-[22rem]">
        <div className="flex flex-1 flex-wrap content-start gap-2 overflow-y-auto p-4">
          <p aria-hidden="true" className="basis-full text-base font-semibold">
            <Trans>Filters</Trans>
          </p>
          <FilterControls {...props} />
        </div>
        <div className="flex shrink-0 gap-2 border-t border-border p-4 *:flex-1">
          {clear}
          <Button variant="primary" onClick={() => setOpen(false)}>
            <Trans>Done</Trans>
          </Button>
        </div>
      </Sheet>
    </>
  );
}
