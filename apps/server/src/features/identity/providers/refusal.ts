import type { ProviderProblem } from '@halyard/domain';

/** A sign-in through a provider that came to nothing, for a reason that the login page can tell. */
export class ProviderRefusal extends Error {
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, options?: ErrorOptions) {
    super(`Sign-in through a provider: ${problem}`, options);
    this.problem = problem;
  }
}
