import type { $ZodType } from 'zod/v4/core';
import type { InteractionAnswers } from '../domain/answers.js';
import type { AuditLog } from '../domain/audit-log.js';
import type { BodyReader, UploadedFile } from '../domain/body.js';
import type { Interactions } from '../domain/interactions.js';
import type { Membership } from '../domain/membership.js';
import type { Messages } from '../domain/messages.js';
import type { Polls } from '../domain/polls.js';
import type { GuildThreads } from '../domain/threads.js';
import type { Webhooks } from '../domain/webhooks.js';
import type { GuildOutage } from '../faults/outage.js';
import type { RestFaults } from '../faults/rest-faults.js';
import type { SessionStartLimit } from '../gateway/starts.js';
import type { EventHub } from '../hub.js';
import type { Application } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Limits } from '../types.js';
import type { QueryRules } from '../validation/query.js';
import type { MessageWire } from '../wire/message.js';
import type { Audited } from './audited.js';

export const API_PATH = '/api/v10';

/** Dependencies of the routes. */
export type Rest = {
  state: State;
  hub: EventHub;
  limits: Limits;
  wire: MessageWire;
  messages: Messages;
  threads: GuildThreads;
  interactions: Interactions;
  answers: InteractionAnswers;
  bodies: BodyReader;
  restFaults: RestFaults;
  outage: GuildOutage;
  membership: Membership;
  webhooks: Webhooks;
  polls: Polls;
  auditLog: AuditLog;
  sessionStarts: SessionStartLimit;
  gatewayUrl: () => string;
};

/** The schema of a body, or a function of the request; `undefined` leaves the check to `handle`. */
export type BodySchema = $ZodType | ((call: RestCall) => $ZodType | undefined);

export type RestCall = {
  /** The application of the request's bot token. A route without a bot's token must not use it. */
  app: Application;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The `Authorization` header, for routes that accept other tokens than bot tokens. */
  authorization: string | undefined;
  body: unknown;
  uploads: UploadedFile[];
};

/** One endpoint. The result of `handle` is sent as JSON; `undefined` sends 204. */
export type RestRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v10`, in the router's notation. */
  path: string;
  /** `any` also takes a user's bearer token, which `handle` reads. */
  auth?: 'bot' | 'none' | 'any';
  /** Schema of the body; without one the route accepts no body. */
  body?: BodySchema;
  /** The parameters of the query. */
  query?: QueryRules;
  /** Prepares the audit log entry; called before `handle`. */
  audit?(call: RestCall): Audited;
  /** Default 200. Evaluated before `handle` changes anything. */
  status?: number | ((call: RestCall) => number);
  handle(call: RestCall): unknown;
};

/** A path parameter. */
export const param = (call: RestCall, name: string): string => call.params[name] ?? '';
