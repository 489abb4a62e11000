import type { Api, Call } from '@halyard/domain';
import type { z } from 'zod';
import type { Context, Services, Session } from './context.ts';

/** The origin of a sign-in, which the account's owner can view later. */
export interface SignInFrom {
  address: string;
  /** The user agent as sent by the browser. */
  userAgent: string | null;
  /** The secret that identifies the browser, either from its cookie or newly created. */
  browser: string;
}

/**
 * A cookie other than the session cookie. It ties one step of a sign-in to this browser, or
 * identifies the browser later.
 * @param sameSite `Lax` if the browser returns from another site
 */
export interface StepCookie {
  step: 'second-factor' | 'provider' | 'return' | 'browser';
  sameSite: 'Strict' | 'Lax';
}

/**
 * The parts of the HTTP exchange that a verb may read and set, other than the body: the client, the
 * origin and the cookies.
 */
export interface Edge {
  /**
   * The client's browser and IP address. Behind a trusted proxy, the IP address is the one that the
   * proxy reports.
   */
  client: SignInFrom;
  /** The URL where users and poles reach this server: `PUBLIC_URL`, or the host of the request. */
  origin: string;
  /** Returns a header of the request; null if it is missing or repeated. */
  readHeader(name: string): string | null;
  setSession(token: string, session: Session): void;
  clearSession(): void;
  /** Returns the value of this browser's cookie for a step of a sign-in; null if there is none. */
  readStep(cookie: StepCookie): string | null;
  setStep(cookie: StepCookie, value: string, maxAgeMs: number): void;
  clearStep(cookie: StepCookie): void;
}

/** The context of a call that needs no sign-in. It has a session if the caller is signed in. */
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

/**
 * A call's adapter: takes input validated by the contract, calls one verb, and returns the
 * response.
 */
export type Handler<C extends Call> = (
  input: HandlerInput<C>,
) => ResponseOf<C> extends undefined ? Promise<void> : Promise<ResponseOf<C>>;

export type HandlersOf<C extends Call> = { [K in C]: Handler<K> };

/** The handlers of all calls in the contract. The code does not compile if one is missing. */
export type Handlers = HandlersOf<Call>;
