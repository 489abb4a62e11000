import type { Api, Call } from '@halyard/domain';
import type { z } from 'zod';
import type { Context, Services, Session } from './context.ts';

/** From where someone signs in, as the account's owner is shown later. */
export interface SignInFrom {
  address: string;
  /** The browser's word. */
  userAgent: string | null;
  /** The secret by which the browser is known again, of its cookie or new. */
  browser: string;
}

/**
 * A cookie beside the session's that binds a step of a sign-in to this browser, or by which the browser is
 * known again.
 * @param sameSite `Lax` where the browser comes back from another site
 */
export interface StepCookie {
  step: 'second-factor' | 'provider' | 'return' | 'browser';
  sameSite: 'Strict' | 'Lax';
}

/** What a verb's caller may do to the HTTP answer beside its body: cookies. */
export interface Edge {
  /** The client's address (of the proxy's word, where one is trusted) and browser. */
  client: SignInFrom;
  /** Where people and poles reach this server: `PUBLIC_URL`, or what the request was sent to. */
  origin: string;
  setSession(token: string, session: Session): void;
  clearSession(): void;
  /** The value of this browser's cookie for a step of a sign-in. */
  readStep(cookie: StepCookie): string | null;
  setStep(cookie: StepCookie, value: string, maxAgeMs: number): void;
  clearStep(cookie: StepCookie): void;
}

/** Context of a call that anyone may make; the session where there is one. */
export interface PublicContext extends Services {
  readonly session: Session | null;
}

type ContextOf<C extends Call> = Api[C]['access'] extends 'public' ? PublicContext : Context;

export interface HandlerInput<C extends Call> {
  ctx: ContextOf<C>;
  params: z.output<Api[C]['params']>;
  query: z.output<Api[C]['query']>;
  body: z.output<Api[C]['body']>;
  edge: Edge;
}

type ResponseOf<C extends Call> = z.input<Api[C]['response']>;

/** One call's adapter: takes what was checked by the contract, calls one verb, answers. */
export type Handler<C extends Call> = (
  input: HandlerInput<C>,
) => ResponseOf<C> extends undefined ? Promise<void> : Promise<ResponseOf<C>>;

export type HandlersOf<C extends Call> = { [K in C]: Handler<K> };

/** Every call of the contract: a missing one does not compile. */
export type Handlers = HandlersOf<Call>;
