import type { FieldName } from './body.js';
import type { Account, Conversation, Generation, Happening, Intent, Message, Pack } from './house.js';

export type Kind = 'account' | 'intent' | 'generation' | 'conversation' | 'message' | 'pack' | 'pipeline';

/** What can be asked over HTTP. The specification names all but those of `extras`. */
export type Operation =
  | 'nonce'
  | 'wallet'
  | 'refresh'
  | 'logout'
  | 'credits'
  | 'packs'
  | 'createIntent'
  | 'confirmIntent'
  | 'generate'
  | 'generations'
  | 'pipelines'
  | 'pipeline'
  | 'createConversation'
  | 'postMessage'
  | 'conversations'
  | 'conversation';

/** Common beside the specification, so a service may have them. */
export type Extra = 'me' | 'intent' | 'generation' | 'messages';

export type Pipeline = { n: number; key: string; name: string; takes: readonly Generation['kind'][] };
export type Ask = { query: URLSearchParams; body: Record<string, unknown> };
export type Page = { ask: Ask; path: string };

/** How a service looks on the wire. Everything the specification leaves open is decided here. */
export type Style = {
  name: string;
  cookies: { access: string; refresh: string; attributes: string; refreshAttributes?: string };
  /** How long an access cookie is good, ms. */
  accessMs: number;
  /** Whether packs and pipelines want a session as well. */
  isClosed?: boolean;
  id(kind: Kind, n: number): string | number;
  /** What the wallet signs. */
  textToSign(nonce: string, address: string): string;
  nonce(nonce: string, text: string): unknown;
  /** A body of text instead of JSON where it gives a `string` and this is set. */
  plainText?: boolean;
  signedIn(account: Account): unknown;
  refreshed(account: Account): unknown;
  credits(account: Account): unknown;
  pack(pack: Pack): unknown;
  intent(intent: Intent): unknown;
  pipeline(pipeline: Pipeline): unknown;
  generation(generation: Generation, fileUrl: string): unknown;
  conversation(conversation: Conversation): unknown;
  message(message: Message, conversation: Conversation): unknown;
  one(kind: Kind, value: unknown): unknown;
  many(kind: Kind, values: unknown[], page: Page): unknown;
  fail(status: number, message: string, field?: string): unknown;
  /** 200 unless named. */
  status?: Partial<Record<Operation | Extra, number>>;
  /** What an `Extra` answers where it does not exist; 404 unless named. */
  extras: Partial<Record<Extra, true | 404 | 405>>;
  /** Confirming before the payment is seen. */
  unconfirmed: { status: number; message: string | null };
  /** Takes a payment only by its signature, handed in by confirming. */
  wantsSignature?: boolean;
  /** The body fields it insists on; for the others any usual name is taken. */
  wants?: Partial<Record<FieldName, string>>;
  /** Whether fields of a body are matched without regard to case. */
  ignoresCase?: boolean;
  /** How a missing field is refused; 422 and a sentence unless named. */
  missing?: { status: number; says(field: string): string };
  /** Where a new conversation is, for a service that answers with `Location` and no body. */
  location?(id: string | number): string;
  /** `application/json` unless named. */
  contentType?: string;
  /** How a body and a frame are written; JSON unless named. */
  write?(value: unknown): string;
  /** Path after the conversation id for posting messages. */
  postPath: '/messages' | '/message' | '';
  /** The address of a file: absolute or relative to the service. */
  fileUrl(base: string, n: number): string;
  socket: Socket | null;
  rigsFail?: boolean;
  answersFail?: boolean;
  seqStep?: number;
};

export type Socket = {
  path: string;
  /** Whether events come only after a subscription. */
  needsSubscribe: boolean;
  /** The conversation a frame of the client subscribes to, as the id it gave; null for a frame not understood. */
  subscription?(frame: Record<string, unknown>): string | null;
  hello?: unknown;
  subscribed?(id: string | number): unknown;
  /** A frame not understood: a reply, or a close code. */
  unknown?: { reply?: unknown; close?: number };
  events(happening: Happening, id: string | number): unknown[];
};
