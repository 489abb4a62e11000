/**
 * Unsaved form input, kept when a session ends. It is kept only in memory and restored only for the
 * same user. Passwords are not kept.
 */
type Values = Record<string, unknown>;

/**
 * Reads the fields that the user has changed in a form on screen. Leaves out all others, which
 * other users may change in the meantime.
 */
type Read = () => Values;

const SECRET = /password/i;

const forms = new Map<string, Read>();
let kept: { userId: string; drafts: Map<string, Values> } | null = null;

/** Registers a form that can be found again by its name. Returns a function that unregisters it. */
export function registerForm(name: string, read: Read): () => void {
  forms.set(name, read);
  return () => {
    if (forms.get(name) === read) forms.delete(name);
  };
}

/** Keeps the drafts of a user whose session ended without a sign-out. */
export function keepDrafts(userId: string): void {
  const drafts = new Map<string, Values>();
  for (const [name, read] of forms) {
    const open = Object.entries(read()).filter(([field]) => !SECRET.test(field));
    if (open.length > 0) drafts.set(name, Object.fromEntries(open));
  }
  kept = { userId, drafts };
}

/** Drops all drafts except those of this user; null drops all of them. */
export function dropDraftsExceptOf(userId: string | null): void {
  if (kept?.userId !== userId) kept = null;
}

/**
 * Returns and removes the input that was typed into the form with this name; null if there is none.
 */
export function takeDraft(name: string): Values | null {
  const draft = kept?.drafts.get(name) ?? null;
  kept?.drafts.delete(name);
  return draft;
}
