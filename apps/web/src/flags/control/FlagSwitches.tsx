import type { Flag, FlagView, SwitchView } from '@halyard/domain';
import { Fragment, type ReactNode } from 'react';
import type { FlagActions } from '../commands/useFlagActions.ts';
import { FlagSwitch } from './FlagSwitch.tsx';

interface FlagSwitchesProps {
  flag: Flag;
  view: FlagView;
  /** Whether this browser can send commands now. */
  canWrite: boolean;
  actions: FlagActions;
  /** Whether the user may control the flag; false for users who may only view. */
  allowed: boolean;
  /** Renders the markup around each switch. */
  children: (one: SwitchView, control: ReactNode) => ReactNode;
}

/** A flag's four switches, in the specification's order. */
export function FlagSwitches({ view, children, ...props }: FlagSwitchesProps) {
  return view.switches.map((one) => (
    <Fragment key={one.id}>
      {children(one, <FlagSwitch view={view} one={one} {...props} />)}
    </Fragment>
  ));
}
