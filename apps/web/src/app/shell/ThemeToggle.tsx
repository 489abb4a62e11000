import { Moon, Sun } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Tooltip } from '@/components/ui/Tooltip.tsx';
import { setTheme, useTheme } from '@/lib/page/theme.ts';

export function ThemeToggle() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const label = `Switch to ${other} theme`;
  return (
    <Tooltip content={label} side="bottom">
      <Button variant="ghost" size="icon" aria-label={label} onClick={() => setTheme(other)}>
        {theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      </Button>
    </Tooltip>
  );
}
