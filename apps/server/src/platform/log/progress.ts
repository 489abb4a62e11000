/** The minimum time in ms between two progress lines. */
const PACE_MS = 2000;

/**
 * Returns a function that prints progress lines for a long task to standard error: at most one
 * every 2 s, and none if the task ends sooner.
 */
export function progressLines(
  print: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
  now: () => number = () => performance.now(),
): (line: string) => void {
  let last = now();
  return (line) => {
    if (now() - last < PACE_MS) return;
    last = now();
    print(line);
  };
}
