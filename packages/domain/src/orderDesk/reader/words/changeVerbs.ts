const formsOf = (stems: readonly string[]): ReadonlySet<string> =>
  new Set(stems.flatMap((stem) => [`${stem}ed`, `${stem}s`, `${stem}ing`]));

/** Verbs that make an order end later, such as "extended" and "prolongs". */
export const EXTENDING_VERBS = formsOf(['extend', 'lengthen', 'prolong', 'renew']);

/** Verbs that make an order end sooner, such as "shortening". */
export const SHORTENING_VERBS = formsOf(['shorten']);

/** Verbs that change when an order ends. */
export const CHANGE_VERBS: ReadonlySet<string> = new Set([...EXTENDING_VERBS, ...SHORTENING_VERBS]);
