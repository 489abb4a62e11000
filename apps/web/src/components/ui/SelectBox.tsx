import { Select as Radix } from 'radix-ui';
import { Check, ChevronDown } from '@/components/icons/index.ts';
import { cn } from '@/lib/cn.ts';
import { styleNonce } from '@/lib/page/contentPolicy.ts';
import { menuClasses, menuItemClasses } from './menuClasses.ts';
import { type SelectProps, selectClasses } from './Select.tsx';

/** A select: the user chooses one option with the arrow keys or by typing. */
export function SelectBox({
  value,
  onValueChange,
  options,
  placeholder,
  disabled,
  className,
  name,
  ...trigger
}: SelectProps) {
  return (
    <Radix.Root
      value={value}
      // Radix calls it with '' when a form resets; no option has that value.
      onValueChange={(next) => next !== '' && onValueChange(next)}
      {...(disabled ? { disabled } : {})}
      {...(name ? { name } : {})}
    >
      <Radix.Trigger className={cn(selectClasses, className)} {...trigger}>
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            menuClasses,
            'max-h-[min(20rem,var(--radix-select-content-available-height))] w-(--radix-select-trigger-width)',
          )}
        >
          <Radix.Viewport {...styleNonce()}>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={cn(menuItemClasses, 'pr-8')}
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="absolute right-3">
                  <Check aria-hidden="true" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
