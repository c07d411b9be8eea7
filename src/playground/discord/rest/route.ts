import type { $ZodType } from 'zod/v4/core';
import type { Answers } from '../domain/answers.js';
import type { AuditLog } from '../domain/audit-log.js';
import type { BodyReader, Upload } from '../domain/body.js';
import type { Interactions } from '../domain/interactions.js';
import type { Membership } from '../domain/membership.js';
import type { Messages } from '../domain/messages.js';
import type { Polls } from '../domain/polls.js';
import type { Threads } from '../domain/threads.js';
import type { Webhooks } from '../domain/webhooks.js';
import type { Outage } from '../faults/outage.js';
import type { RestFaults } from '../faults/rest-faults.js';
import type { SessionStarts } from '../gateway/starts.js';
import type { Hub } from '../hub.js';
import type { Application } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Limits } from '../types.js';
import type { QueryRules } from '../validation/query.js';
import type { MessageWire } from '../wire/message.js';

import type { Audited } from './audit-log.js';

export const API_PATH = '/api/v10';

/** Dependencies of the routes. */
export type Rest = {
  state: State;
  hub: Hub;
  limits: Limits;
  wire: MessageWire;
  messages: Messages;
  threads: Threads;
  interactions: Interactions;
  answers: Answers;
  bodies: BodyReader;
  restFaults: RestFaults;
  outage: Outage;
  membership: Membership;
  webhooks: Webhooks;
  polls: Polls;
  auditLog: AuditLog;
  sessionStarts: SessionStarts;
  gatewayUrl: () => string;
};

/** The schema of a body, or a function of the request; `undefined` leaves the check to `handle`. */
export type BodySchema = $ZodType | ((call: Call) => $ZodType | undefined);

export type Call = {
  /** The application of the request's bot token. A route with `auth: 'none'` must not use it. */
  app: Application;
  params: Record<string, string>;
  query: Record<string, string | undefined>;
  /** The `Authorization` header, for routes that accept other tokens than bot tokens. */
  authorization: string | undefined;
  body: unknown;
  uploads: Upload[];
};

/** One endpoint. The result of `handle` is sent as JSON; `undefined` sends 204. */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v10`, in the router's notation. */
  path: string;
  auth?: 'bot' | 'none';
  /** Schema of the body; without one the route accepts no body. */
  body?: BodySchema;
  /** The parameters of the query. */
  query?: QueryRules;
  /** Prepares the audit log entry; called before `handle`. */
  audit?(call: Call): Audited;
  /** Default 200. Evaluated before `handle` changes anything. */
  status?: number | ((call: Call) => number);
  handle(call: Call): unknown;
};

/** A path parameter. */
export const param = (call: Call, name: string): string => call.params[name] ?? '';
