import { t } from '@lingui/core/macro';
import { ListboxOption } from '@/components/ui/ListboxOption.tsx';
import { cn } from '@/lib/cn.ts';
import type { Entry, FoundGroup } from './findEntries.ts';

interface PaletteOptionsProps {
  id: string;
  optionId: (index: number) => string;
  groups: readonly FoundGroup[];
  /** The index of the highlighted option among all options that the command palette shows. */
  active: number;
  onActive: (index: number) => void;
  onChosen: (entry: Entry) => void;
}

/**
 * The matching entries of the command palette, grouped by kind. A click chooses an entry, but the
 * keyboard focus stays in the search field.
 */
export function PaletteOptions({ id, optionId, groups, ...props }: PaletteOptionsProps) {
  const { active, onActive, onChosen } = props;
  let index = 0;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Results`}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
    >
      {groups.map(({ name, shown }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={name} role="group" aria-label={name}>
          <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs text-muted-foreground">
            {name}
          </div>
          {shown.map((entry) => {
            const own = index++;
            return (
              <Option
                key={entry.key}
                id={optionId(own)}
                entry={entry}
                active={own === active}
                onPointerMove={() => own !== active && onActive(own)}
                onClick={() => onChosen(entry)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  active: boolean;
  onPointerMove: () => void;
  onClick: () => void;
}

function Option({ id, entry, active, ...events }: OptionProps) {
  const { label, detail, icon: Icon, refusal } = entry;
  return (
    <ListboxOption
      id={id}
      selected={active}
      aria-disabled={refusal !== undefined || undefined}
      className={cn(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-sm px-2.5 py-1 select-none touch:min-h-11',
        active && 'bg-accent text-accent-foreground',
        refusal !== undefined && 'cursor-not-allowed text-muted-foreground',
      )}
      {...events}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 max-md:line-clamp-2 md:truncate">
        {label}
        {detail && <span className="ml-2 text-xs text-muted-foreground">{detail}</span>}
      </span>
      {refusal !== undefined && (
        <span className="max-w-[45%] shrink-0 truncate text-xs text-muted-foreground">
          {refusal}
        </span>
      )}
    </ListboxOption>
  );
}
