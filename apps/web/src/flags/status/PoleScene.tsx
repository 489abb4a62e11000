import type { FlagView } from '@halyard/domain';
import { FlagScene } from '@/scene/FlagScene.tsx';
import type { Sky } from '@/scene/sky.ts';
import { positionText } from '../texts/positionText.ts';

interface PoleSceneProps {
  view: FlagView;
  sky: Sky;
  className?: string;
}

/**
 * A large drawing of the pole. The cloth is at the reported position and moves with each report.
 */
export function PoleScene({ view, sky, className }: PoleSceneProps) {
  const isOpen = view.command === 'pending' || view.command === 'not-confirmed';
  return (
    <FlagScene
      shown={known(view.position)}
      asked={isOpen ? known(view.desiredPosition) : null}
      isPending={view.command === 'pending'}
      lamp={view.switches.some(({ field, state }) => field === 'lamp' && state)}
      isOffline={!view.isOnline}
      sky={sky}
      label={positionText(view)}
      className={className}
    />
  );
}

const known = (position: FlagView['position']) =>
  position === 'moving' || position === 'unknown' ? null : position;
