/**
 * A form's unsaved input, by field. When a session ends without a sign-out, the input (without
 * passwords) is kept in memory for the same user.
 */
type Values = Record<string, unknown>;

/** Returns the values of the fields that the user has changed in a form. */
type Read = () => Values;

const SECRET = /password/i;

const forms = new Map<string, Read>();
let kept: { userId: string; drafts: Map<string, Values> } | null = null;

/**
 * Registers a form under a name.
 * @returns a function that unregisters the form
 */
export function registerForm(name: string, read: Read): () => void {
  forms.set(name, read);
  return () => {
    if (forms.get(name) === read) forms.delete(name);
  };
}

/** Stores the drafts of all forms when a user's session has ended without a sign-out. */
export function keepDrafts(userId: string): void {
  const drafts = new Map<string, Values>();
  for (const [name, read] of forms) {
    const open = Object.entries(read()).filter(([field]) => !SECRET.test(field));
    if (open.length > 0) drafts.set(name, Object.fromEntries(open));
  }
  kept = { userId, drafts };
}

/**
 * Drops the drafts unless they belong to the given user.
 * @param userId null to drop all drafts
 */
export function dropDraftsExceptOf(userId: string | null): void {
  if (kept?.userId !== userId) kept = null;
}

/** Removes and returns the draft of the form with this name; null if there is none. */
export function takeDraft(name: string): Values | null {
  const draft = kept?.drafts.get(name) ?? null;
  kept?.drafts.delete(name);
  return draft;
}
