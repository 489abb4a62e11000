import { may, type SessionUser, type SetUpStep } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { withDialog } from '@/lib/page/dialogParam.ts';

/** The text of a setup step, and the page on which to complete it. */
export interface StepWords {
  title: string;
  hint: string;
  /** The page for the step; null if the step is done on this page or by someone else. */
  link: { href: string; label: string } | null;
  /** Another step that must be done first, and the hint to show until then. */
  needs?: { step: SetUpStep; hint: string };
}

/** Returns the text of a setup step. The text depends on what this user may do. */
export function stepWords(user: SessionUser, step: SetUpStep): StepWords {
  switch (step) {
    case 'company':
      return {
        title: t`Add customer`,
        hint: t`A company with its first user, location and poles, in one step.`,
        link: { href: withDialog('/companies', 'customer'), label: t`Add customer` },
      };
    case 'location':
      return {
        title: t`Add a location`,
        hint: t`The company’s name and address are filled in for you.`,
        link: { href: withDialog('/locations', 'add'), label: t`Add Location` },
        needs: { step: 'company', hint: t`Included when you add a customer.` },
      };
    case 'simulated-pole':
      return {
        title: t`Try out a simulated pole`,
        hint: t`A simulated pole moves and reports like a real one. Alerts and compliance ignore it.`,
        link: null,
        needs: {
          step: 'location',
          hint: t`Add a location first. Then you can add a simulated pole with one click.`,
        },
      };
    case 'pole':
      return may(user, 'flag.create')
        ? {
            title: t`Add the first pole`,
            hint: t`Next, you’ll get the device key and a QR code for the installer.`,
            link: { href: withDialog('/flags', 'add'), label: t`Add Flag` },
            needs: { step: 'location', hint: t`Add a location first.` },
          }
        : {
            title: t`Get the first pole`,
            hint: t`Only your operator can add poles. Ask them to add yours.`,
            link: null,
          };
    case 'people':
      return {
        title: t`Invite a colleague`,
        hint: t`Send a link that can be used once to create an account.`,
        link: { href: withDialog('/employees', 'invite'), label: t`Invite` },
      };
    case 'mail':
      return {
        title: t`Set up mail`,
        hint: t`For alerts, invitations and password resets.`,
        link: { href: '/settings', label: t`Open Settings` },
      };
    case 'backups':
      return {
        title: t`Turn on daily backups`,
        hint: t`Backs up both databases and keeps each backup for two weeks.`,
        link: { href: '/settings', label: t`Open Settings` },
      };
    case 'autopilot':
      return may(user, 'engine.switch')
        ? {
            title: t`Turn on autopilot`,
            hint: t`Also turn on Auto Half Mast for at least one company, on the company’s page.`,
            link: { href: '/half-staff', label: t`Open Half-Staff` },
          }
        : {
            title: t`Turn on Auto Half Mass`,
            hint: t`Flags go to half-staff and back automatically. The switch is on this page.`,
            link: null,
          };
    case 'sources':
      return {
        title: t`Watch the White House and the Federal Register for half-staff orders?`,
        hint: t`No order takes effect until someone approves it.`,
        link: null,
      };
  }
}
