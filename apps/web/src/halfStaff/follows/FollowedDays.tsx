import { dateText, dayName, type FollowsChoice, type FollowsSettings } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { CheckLine } from '@/components/ui/CheckLine.tsx';

interface FollowedDaysProps {
  follows: FollowsChoice;
  days: FollowsSettings['days'];
  disabled: boolean;
  onChange: (follows: FollowsChoice) => void;
}

/** The annual days with their next dates. */
export function FollowedDays({ follows, days, disabled, onChange }: FollowedDaysProps) {
  const { daysNotFollowed } = follows;
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-[0.8125rem] leading-5 font-medium">
        <Trans>Annual days</Trans>
      </legend>
      {days.map(({ name, date, projected }) => {
        const isOff = daysNotFollowed.includes(name);
        return (
          <CheckLine
            key={name}
            checked={!isOff}
            onChange={() =>
              onChange({
                ...follows,
                daysNotFollowed: isOff
                  ? daysNotFollowed.filter((one) => one !== name)
                  : [...daysNotFollowed, name],
              })
            }
          >
            {dayName(name)}{' '}
            <span className="text-muted-foreground tabular-nums">
              <time dateTime={date} className="whitespace-nowrap">
                {dateText(date)}
              </time>
              {projected && (
                <>
                  {' '}
                  <Trans>(not confirmed)</Trans>
                </>
              )}
            </span>
          </CheckLine>
        );
      })}
    </fieldset>
  );
}
