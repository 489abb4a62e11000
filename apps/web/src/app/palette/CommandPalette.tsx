import type { Flag, MoveControl, SwitchField } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { Dialog as Radix } from 'radix-ui';
import { useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import { overlayProps } from '@/components/ui/dialogClasses.ts';
import { useReturnFocus } from '@/components/ui/useReturnFocus.ts';
import { useFlagActions } from '@/flags/commands/useFlagActions.ts';
import { useMoveQuestion } from '@/flags/master/useMoveQuestion.tsx';
import { useBackCloses } from '@/lib/page/backCloses.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import type { Entry } from './findEntries.ts';
import { PaletteSearch } from './PaletteSearch.tsx';

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLogout: () => void;
}

/**
 * The command palette: one field that opens any page, starts any action, and moves poles by name.
 */
export default function CommandPalette({ open, onOpenChange, onLogout }: CommandPaletteProps) {
  const user = useCurrentUser();
  const focus = useReturnFocus();
  const [, navigate] = useLocation();
  const chosen = useRef<Entry | null>(null);
  const actions = useFlagActions(user.id);
  const question = useMoveQuestion(actions.masterPlanned);
  const { press } = question;
  const commandActions = useMemo(
    () => ({
      movePole: (flag: Flag, field: SwitchField, on: boolean) =>
        void actions.toggle(flag, field, on),
      askMove: (location: string, control: MoveControl) =>
        // The location was found by a text search, so the user has to confirm.
        press({ control, target: { query: { location } }, isSearch: true }),
    }),
    [actions, press],
  );
  useBackCloses(open, () => onOpenChange(false));

  const onCloseAutoFocus = (event: Event) => {
    focus.giveBack(event);
    const entry = chosen.current;
    chosen.current = null;
    // Runs only after the palette has closed, so that the next window can take the focus and return
    // it.
    entry?.run?.();
    if (entry?.to === undefined) return;
    document.getElementById('main')?.focus();
    navigate(entry.to);
  };

  return (
    <>
      <Radix.Root open={open} onOpenChange={onOpenChange}>
        <Radix.Portal>
          <Radix.Overlay {...overlayProps} />
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={focus.remember}
            onCloseAutoFocus={onCloseAutoFocus}
            className="fixed top-[max(0.5rem,12dvh)] left-1/2 z-40 flex max-h-[min(30rem,80dvh)] w-[calc(100vw-1rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-border bg-raised shadow-float data-[state=open]:animate-fade-in max-md:top-2"
          >
            <Radix.Title className="sr-only">
              <Trans>Command palette</Trans>
            </Radix.Title>
            <PaletteSearch
              user={user}
              onLogout={onLogout}
              commandActions={commandActions}
              onChosen={(entry) => {
                chosen.current = entry;
                onOpenChange(false);
              }}
            />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {question.dialog}
    </>
  );
}
