import type { Flag, FlagView, SwitchView } from '@halyard/domain';
import { Fragment, type ReactNode } from 'react';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { FlagSwitch } from './FlagSwitch.tsx';

interface FlagSwitchesProps {
  flag: Flag;
  view: FlagView;
  /** Whether a command can be sent now. */
  canWrite: boolean;
  actions: FlagActions;
  /** False for those who may look only. */
  allowed: boolean;
  /** Puts each switch into the frame that the list has for it. */
  children: (one: SwitchView, control: ReactNode) => ReactNode;
}

/** The four switches of a flag, in the order of the specification. */
export function FlagSwitches({ view, children, ...props }: FlagSwitchesProps) {
  return view.switches.map((one) => (
    <Fragment key={one.id}>
      {children(one, <FlagSwitch view={view} one={one} {...props} />)}
    </Fragment>
  ));
}
