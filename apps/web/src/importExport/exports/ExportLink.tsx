import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { fileExports } from './fileExports.ts';

/**
 * A link that looks like a button. A click downloads a file and shows the progress of the download.
 */
export function ExportLink({ href, ...props }: ComponentProps<'a'> & { href: string }) {
  return (
    <Button asChild>
      <a
        href={href}
        download
        onClick={(event) => {
          const { ctrlKey, metaKey, shiftKey, altKey } = event;
          if (ctrlKey || metaKey || shiftKey || altKey) return;
          event.preventDefault();
          void fileExports.start(href);
        }}
        {...props}
      />
    </Button>
  );
}
