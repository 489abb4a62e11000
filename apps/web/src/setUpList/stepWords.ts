import { may, type SessionUser, type SetUpStep } from '@halyard/domain';
import { withDialog } from '@/lib/page/dialogParam.ts';

/** The text of a step, and where to do it. */
export interface StepWords {
  title: string;
  hint: string;
  /** The page for the step. Null if the step is done on this page or by someone else. */
  link: { href: string; label: string } | null;
}

/** Returns the text of a step for this user. */
export function stepWords(user: SessionUser, step: SetUpStep): StepWords {
  switch (step) {
    case 'company':
      return {
        title: 'Add a customer',
        hint: 'A company with its first user, location and poles, in one step.',
        link: { href: withDialog('/companies', 'customer'), label: 'Add Customer' },
      };
    case 'location':
      return {
        title: 'Add a location',
        hint: 'It starts with the company’s name and address.',
        link: { href: withDialog('/locations', 'add'), label: 'Add Location' },
      };
    case 'simulated-pole':
      return {
        title: 'Try it with a simulated pole',
        hint: 'It moves and reports like a real one. Alerts and compliance leave it out.',
        link: null,
      };
    case 'pole':
      return may(user, 'flag.create')
        ? {
            title: 'Add the first pole',
            hint: 'You get its device key and a QR code for the installer.',
            link: { href: withDialog('/flags', 'add'), label: 'Add Flag' },
          }
        : {
            title: 'Get the first pole',
            hint: 'Your operator adds poles. Ask them for yours.',
            link: null,
          };
    case 'people':
      return {
        title: 'Invite a colleague',
        hint: 'A link that creates one account.',
        link: { href: withDialog('/employees', 'invite'), label: 'Invite' },
      };
    case 'mail':
      return {
        title: 'Set up mail',
        hint: 'For alerts, invitations and forgotten passwords.',
        link: { href: '/settings', label: 'Open Settings' },
      };
    case 'backups':
      return {
        title: 'Turn on daily backups',
        hint: 'Both databases, kept for two weeks.',
        link: { href: '/settings', label: 'Open Settings' },
      };
    case 'autopilot':
      return may(user, 'engine.switch')
        ? {
            title: 'Turn on autopilot',
            hint: 'Also turn on Auto Half Mast for at least one company.',
            link: { href: '/half-staff', label: 'Open Half-Staff' },
          }
        : {
            title: 'Turn on Auto Half Mass',
            hint: 'Flags go to half-staff and back automatically. The switch is on this page.',
            link: null,
          };
  }
}
