import type { Rules } from '@halyard/realtime';

/**
 * Maximum number of names below one flag's `reported`: ten times what a pole reports. Poles are
 * physically accessible, so anyone could take a key and fill memory and disk with it, and rules
 * cannot count.
 */
export const MAX_REPORTED = 64;

/** Wraps rules to also reject reports that would leave more than MAX_REPORTED names. */
export function boundReports(rules: Rules): Rules {
  return {
    source: rules.source,
    canRead: (request) => rules.canRead(request),
    indexesAt: (path) => rules.indexesAt(path),
    canWrite(request) {
      const verdict = rules.canWrite(request);
      if (!verdict.allowed) return verdict;
      const counted = new Set<string>();
      for (const [users, owner = '', hardware, flagId = '', reported] of request.paths) {
        if (users !== 'users' || hardware !== 'hardware' || reported !== 'reported') continue;
        const path = `${owner}/${flagId}`;
        if (counted.has(path)) continue;
        counted.add(path);
        const places = [users, owner, hardware, flagId, reported];
        const report = places.reduce((view, key) => view.child(key), request.newRoot);
        let names = 0;
        for (const _ of report.keys())
          if (++names > MAX_REPORTED) return { allowed: false, reason: `${path}: too many names` };
      }
      return verdict;
    },
  };
}
