import type { Rules } from '@halyard/realtime';

/**
 * The maximum number of fields in a flag's `reported` node: ten times as many as a pole reports.
 * The rules cannot count fields. Without this limit, anyone with a pole's key could use up the
 * server's memory and disk.
 */
export const MAX_REPORTED = 64;

/**
 * Wraps rules so that they also reject a report that would leave the flag with more than
 * MAX_REPORTED fields in `reported`.
 */
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
