import type { ProviderProblem } from '@halyard/domain';

/** Thrown when a sign-in with a provider fails for a reason that the sign-in page can show. */
export class ProviderRefusal extends Error {
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, options?: ErrorOptions) {
    super(`Sign-in through a provider: ${problem}`, options);
    this.problem = problem;
  }
}
