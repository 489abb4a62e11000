import { t } from '@lingui/core/macro';
import { Moon, Sun } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Tooltip } from '@/components/ui/Tooltip.tsx';
import { setTheme, useTheme } from '@/lib/page/theme.ts';

export function ThemeToggle() {
  const theme = useTheme();
  const isDark = theme === 'dark';
  const label = isDark ? t`Switch to light theme` : t`Switch to dark theme`;
  return (
    <Tooltip content={label} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        aria-label={label}
        onClick={() => setTheme(isDark ? 'light' : 'dark')}
      >
        {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
      </Button>
    </Tooltip>
  );
}
