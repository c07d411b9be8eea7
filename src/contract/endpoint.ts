import type { z } from 'zod';
import type { ErrorCode } from '../base/errors.js';

/**
 * An endpoint is one value: the service mounts it, the client calls it, the OpenAPI document prints it.
 * Path parameters are in braces, as in the specification: `/api/rig/pipelines/{pipeline_id}`.
 */
export type Endpoint = {
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  summary: string;
  /** `none` needs no session, `user` the access cookie, `refresh` the refresh cookie. */
  auth: 'none' | 'user' | 'refresh';
  /** Takes an `Idempotency-Key`: the same key gives the same answer for 24 hours. */
  idempotent?: boolean;
  /** Takes a voucher of the bot: for whom and where it starts work. */
  vouched?: boolean;
  /** Open to visitors: people without a linked wallet, for whom the bot signs. */
  visitors?: boolean;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Body schema of each success status; `null` for an empty body. */
  replies: Readonly<Record<number, z.ZodType | null>>;
  /** Codes it may answer with besides those every endpoint may. */
  errors: readonly ErrorCode[];
};

/** @example export const readCredits = defineEndpoint({ id: 'readCredits', method: 'GET', path: '/api/users/credits', ... }) */
export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint;

type Braced<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Braced<Rest>
  : never;

/** The names in braces in the path, each a string. */
export type Params<E extends Endpoint> = { [Name in Braced<E['path']>]: string };
export type Query<E extends Endpoint> = E['query'] extends z.ZodType ? z.infer<E['query']> : undefined;
export type RequestBody<E extends Endpoint> = E['body'] extends z.ZodType ? z.infer<E['body']> : undefined;
/** Fields with a default in the schema are optional for callers. */
export type QueryInput<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
export type BodyInput<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;

type ReplyOf<S, T> = T extends z.ZodType ? { status: S; body: z.infer<T> } : { status: S; body: null };
/** A success: `{ status, body }`, one for each status the endpoint names. */
export type Reply<E extends Endpoint> = {
  [S in keyof E['replies'] & number]: ReplyOf<S, E['replies'][S]>;
}[keyof E['replies'] & number];

/** The path with its parameters filled in and the query appended. */
export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}, query: object = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const pairs = Object.entries(query).flatMap<[string, string]>(([key, value]) =>
    value == null ? [] : [[key, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
