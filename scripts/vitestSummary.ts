import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const FILE = path.resolve(import.meta.dirname, '../.cache/vitest-summary.json');

/** Returns `project file > suite > test`, a name that can be searched for. */
const nameOf = (module: TestModule, fullName = '') =>
  [`${module.project.name} ${module.relativeModuleId}`, fullName].filter(Boolean).join(' > ');

/**
 * Writes the summary of the unit and integration tests that `npm test` prints at the end: how many
 * passed and failed, which ones failed and why, and which needed a second attempt.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const summary = {
      passed: 0,
      failed: 0,
      flaky: [] as string[],
      failures: unhandled.map((error) => `outside of a test: ${error.message}`),
    };
    const fail = (name: string, errors: readonly { message: string }[]) => {
      for (const error of errors) summary.failures.push(`${name}\n${error.message}`);
    };
    for (const module of modules) {
      fail(nameOf(module), module.errors());
      for (const suite of module.children.allSuites()) {
        fail(nameOf(module, suite.fullName), suite.errors());
      }
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (state === 'passed') summary.passed += 1;
        if (state === 'failed') {
          summary.failed += 1;
          fail(nameOf(module, test.fullName), errors);
        }
        if (test.diagnostic()?.flaky) summary.flaky.push(nameOf(module, test.fullName));
      }
    }
    mkdirSync(path.dirname(FILE), { recursive: true });
    writeFileSync(FILE, JSON.stringify(summary));
  }
}
