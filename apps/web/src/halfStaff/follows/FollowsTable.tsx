import {
  AUTHORITIES,
  AUTHORITY_LABELS,
  type Authority,
  FLOWN_FLAG_LABELS,
  FLOWN_FLAGS,
  type FlownFlag,
  type FollowsChoice,
  type FollowsSettings,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CheckLine } from '@/components/ui/CheckLine.tsx';

/** Returns the label for orders of an authority. `company` means the company's own orders. */
const labelOf = (authority: Authority): string =>
  authority === 'company' ? t`Company orders` : AUTHORITY_LABELS[authority];

interface FollowsTableProps {
  follows: FollowsChoice;
  poles: FollowsSettings['poles'];
  disabled: boolean;
  onChange: (follows: FollowsChoice) => void;
}

/**
 * Lets the user choose, for each authority, which kinds of flags (such as US or state flags) follow
 * its orders. If all poles fly the US flag, shows one checkbox per authority, unless an authority
 * is followed for only some kinds of flags.
 */
export function FollowsTable({ follows, poles, disabled, onChange }: FollowsTableProps) {
  const setFlags = (authority: Authority, flags: readonly FlownFlag[]) =>
    onChange({
      ...follows,
      authorities: {
        ...follows.authorities,
        [authority]: FLOWN_FLAGS.filter((flies) => flags.includes(flies)),
      },
    });
  const isMixed = AUTHORITIES.some((each) => {
    const { length } = follows.authorities[each];
    return length > 0 && length < FLOWN_FLAGS.length;
  });
  if (!isMixed && poles.state + poles.other === 0)
    return (
      <fieldset disabled={disabled}>
        <legend className="mb-1 text-[0.8125rem] leading-5 font-medium">
          <Trans>Orders from</Trans>
        </legend>
        {AUTHORITIES.map((authority) => {
          const isOn = follows.authorities[authority].length > 0;
          return (
            <CheckLine
              key={authority}
              checked={isOn}
              onChange={() => setFlags(authority, isOn ? [] : FLOWN_FLAGS)}
            >
              {labelOf(authority)}
            </CheckLine>
          );
        })}
      </fieldset>
    );
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <table aria-label={t`Orders from`} className="w-full">
        <thead>
          <tr>
            <th scope="col" className="text-left text-[0.8125rem] font-medium">
              <Trans>Orders from</Trans>
            </th>
            {FLOWN_FLAGS.map((flies) => (
              <th
                key={flies}
                scope="col"
                className="px-1 text-center text-xs font-medium text-muted-foreground"
              >
                {FLOWN_FLAG_LABELS[flies]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {AUTHORITIES.map((authority) => {
            const flags = follows.authorities[authority];
            return (
              <tr key={authority}>
                <th scope="row" className="text-left font-normal">
                  {labelOf(authority)}
                </th>
                {FLOWN_FLAGS.map((flies) => {
                  const isOn = flags.includes(flies);
                  return (
                    <td key={flies}>
                      <label className="grid h-11 place-items-center mouse:h-8">
                        <span className="sr-only">{t`${{ authority: labelOf(authority) }}, ${{ flag: FLOWN_FLAG_LABELS[flies] }}`}</span>
                        <input
                          type="checkbox"
                          className="size-4 accent-primary touch:size-5"
                          checked={isOn}
                          onChange={() =>
                            setFlags(
                              authority,
                              isOn ? flags.filter((one) => one !== flies) : [...flags, flies],
                            )
                          }
                        />
                      </label>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-1 text-xs text-muted-foreground">
        <Trans>
          No flag should fly higher than the US flag, so by default every flag follows every order.
        </Trans>
      </p>
    </fieldset>
  );
}
