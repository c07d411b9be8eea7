import type { Clock } from '../../../base/clock.js';
import { createHttp, type Input, type ProbeOutcome, probe } from '../../../client/http.js';
import { cookieHeader, type Jar } from '../../../client/jar.js';
import type { Endpoint, Reply } from '../../../contract/endpoint.js';
import type { Translate } from '../../../copy/translate.js';
import { Unfit } from './check.js';

/** A parsed reply, and notes on the fields that were read under another name or filled in. */
type Read<T> = { value: T; notes: readonly string[] };
type Answer<E extends Endpoint> = NonNullable<Reply<E>['body']>;

/** A client of a service that parses replies exactly as the bot does and keeps its cookies. */
export type Visitor = {
  /** @throws Unfit with the reason when the endpoint is missing, refuses, or its reply cannot be parsed */
  ask<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Read<Answer<E>>>;
  /** Calls an endpoint that may refuse. `status` is the status of the error, or 200. */
  tryOut<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
  ): Promise<{ outcome: ProbeOutcome; status: number }>;
  cookies(): number;
  /** The `Cookie` header for a path. */
  cookie(path: string): string;
};

export function createVisitor({ url, clock, t }: { url: string; clock: Clock; t: Translate }): Visitor {
  const http = createHttp({ baseUrl: url, clock });
  let jar: Jar = {};

  const call = async <E extends Endpoint>(endpoint: E, input: Input<E>) => {
    const result = await probe(http, endpoint, input, jar);
    jar = result.jar;
    return result;
  };

  return {
    async ask(endpoint, input) {
      const { outcome, notes, reply, error } = await call(endpoint, input);
      if (reply) return { value: reply.body as Answer<typeof endpoint>, notes };
      const [note = ''] = notes;
      throw new Unfit(
        error && outcome === 'refused'
          ? t('cli.service.outcome.refused_with', { status: String(error.status), note })
          : `${t(`cli.service.outcome.${outcome}`)}: ${note}`,
      );
    },
    async tryOut(endpoint, input) {
      const { outcome, error } = await call(endpoint, input);
      return { outcome, status: error?.status ?? 200 };
    },
    cookies: () => Object.keys(jar).length,
    cookie: (path) => cookieHeader(jar, path) ?? '',
  };
}
