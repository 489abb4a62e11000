import type { ComponentProps } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { fileExports } from './fileExports.ts';

/**
 * A button that downloads a file with progress. It is a link, so that the browser can also open it
 * in a new tab or save it itself.
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
