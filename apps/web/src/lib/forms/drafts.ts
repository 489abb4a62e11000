/**
 * What was typed into forms when a session ended in the middle of it: kept in memory alone, and given
 * back to the same person alone. Nothing secret is kept.
 */
type Values = Record<string, unknown>;

/** What was changed in a form on screen: the rest may be changed by others meanwhile. */
type Read = () => Values;

const SECRET = /password/i;

const forms = new Map<string, Read>();
let kept: { userId: string; drafts: Map<string, Values> } | null = null;

/** A form that can be found again by its name; returns the function that takes it off. */
export function registerForm(name: string, read: Read): () => void {
  forms.set(name, read);
  return () => {
    if (forms.get(name) === read) forms.delete(name);
  };
}

/** The session of this person is over, though they did not ask for it. */
export function keepDrafts(userId: string): void {
  const drafts = new Map<string, Values>();
  for (const [name, read] of forms) {
    const open = Object.entries(read()).filter(([field]) => !SECRET.test(field));
    if (open.length > 0) drafts.set(name, Object.fromEntries(open));
  }
  kept = { userId, drafts };
}

/** Nobody's drafts but those of this person stay; null: nobody's. */
export function dropDraftsExceptOf(userId: string | null): void {
  if (kept?.userId !== userId) kept = null;
}

/** What was typed into the form of that name, once; null where nothing was. */
export function takeDraft(name: string): Values | null {
  const draft = kept?.drafts.get(name) ?? null;
  kept?.drafts.delete(name);
  return draft;
}
