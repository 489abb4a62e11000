import type { Api, Call } from '@halyard/domain';
import type { z } from 'zod';
import type { FileParts } from '../../platform/http/send/fileParts.ts';
import type { Context, Services, Session } from './context.ts';

/** Where a sign-in came from, as shown in the list of sessions on the user's profile page. */
export interface SignInFrom {
  address: string;
  /** The `User-Agent` header, exactly as the browser sent it. */
  userAgent: string | null;
  /**
   * The secret that identifies the browser. It comes from the browser's cookie or is newly created.
   */
  browser: string;
}

/**
 * A cookie other than the session cookie. It ties one step of a sign-in to the browser, or lets the
 * server recognize the browser later.
 * @param sameSite `Lax` if another site redirects the browser to this server
 */
export interface StepCookie {
  step: 'second-factor' | 'provider' | 'return' | 'browser';
  sameSite: 'Strict' | 'Lax';
}

/**
 * The parts of an HTTP request and response that handlers of API calls may use, apart from the
 * body: the client, the origin and the cookies.
 */
export interface Edge {
  /**
   * The client's browser and IP address. Behind a trusted proxy, the address is the one that the
   * proxy reports.
   */
  client: SignInFrom;
  /** This server's public URL: `PUBLIC_URL`, or the host of the request. */
  origin: string;
  /** Returns a request header. Null if it is missing or was sent more than once. */
  readHeader(name: string): string | null;
  setSession(token: string, session: Session): void;
  clearSession(): void;
  /** Returns this browser's cookie for a step of a sign-in. Null if there is none. */
  readStep(cookie: StepCookie): string | null;
  setStep(cookie: StepCookie, value: string, maxAgeMs: number): void;
  clearStep(cookie: StepCookie): void;
}

/**
 * The context of an API call that does not require signing in. Contains a session only if the
 * caller is signed in.
 */
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

/**
 * The type of an API call's response. A handler may stream a file instead of returning a string.
 */
type ResponseOf<C extends Call> =
  z.input<Api[C]['response']> extends string ? string | FileParts : z.input<Api[C]['response']>;

/** The handler of an API call. Its input has been validated with the contract's schemas. */
export type Handler<C extends Call> = (
  input: HandlerInput<C>,
) => ResponseOf<C> extends undefined ? Promise<void> : Promise<ResponseOf<C>>;

export type HandlersOf<C extends Call> = { [K in C]: Handler<K> };

/** The handlers of all API calls in the contract. If one is missing, the code does not compile. */
export type Handlers = HandlersOf<Call>;
