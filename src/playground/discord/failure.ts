import type { Saying } from './saying.js';
import { inEnglish } from './sayings.js';
import type { JsonObject } from './types.js';

/** One fault of a request body: its path, and Discord's code and sentence for it. */
export type BodyFault = { path: readonly (string | number)[]; code: string; message: string };

/**
 * Status, code and sentence of each error answer.
 * @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
 */
const REFUSALS = {
  badRequest: [400, 0, '400: Bad Request'],
  unauthorized: [401, 0, '401: Unauthorized'],
  internal: [500, 0, '500: Internal Server Error'],
  notFound: [404, 0, '404: Not Found'],
  methodNotAllowed: [405, 0, '405: Method Not Allowed'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownOverwrite: [404, 10009, 'Unknown Overwrite'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownRole: [404, 10011, 'Unknown Role'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownEmoji: [400, 10014, 'Unknown Emoji'],
  unknownEntitlement: [404, 10029, 'Unknown entitlement'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  unknownTag: [404, 10087, 'Unknown Tag'],
  tooManyChannels: [400, 30013, 'Maximum number of guild channels reached (500)'],
  tooManyTags: [400, 30033, 'Maximum number of tags in a forum channel reached (20)'],
  unknownCommandPermissions: [404, 10066, 'Unknown application command permissions'],
  notForBots: [403, 20001, 'Bots cannot use this endpoint'],
  tooManyEmojis: [400, 30008, 'Maximum number of emojis reached (2000)'],
  foreignApplication: [403, 20012, 'You are not authorized to perform this action on this application'],
  tooManyPins: [400, 30003, 'Maximum number of pins reached (250)'],
  tooManyWebhooks: [400, 30007, 'Maximum number of webhooks reached (15)'],
  tooManyReactions: [400, 30010, 'Maximum number of reactions reached (20)'],
  tooManyCommands: [400, 30032, 'Maximum number of application commands reached (100)'],
  tooManyCreates: [400, 30034, 'Max number of daily application command creates has been reached (200)'],
  tooManyOldEdits: [
    400,
    30046,
    'Maximum number of edits to messages older than 1 hour reached. Try again later',
  ],
  tooLarge: [413, 40005, 'Request entity too large'],
  forumMessage: [400, 40058, 'Cannot send a message in a forum channel'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50001, 'Missing Access'],
  missingScope: [403, 50026, 'Missing required OAuth2 scope'],
  notAuthor: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  closedDms: [403, 50007, 'Cannot send messages to this user'],
  wrongChannelType: [400, 50024, 'Cannot execute action on this channel type'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  invalidRecipients: [400, 50033, 'Invalid Recipient(s)'],
  tooOldToDelete: [400, 50034, 'You can only bulk delete messages that are under 14 days old.'],
  invalidForm: [400, 50035, 'Invalid Form Body'],
  invalidSticker: [400, 50081, 'Invalid Sticker Sent'],
  noMutualGuild: [403, 50278, 'Cannot send messages to this user due to having no mutual guilds'],
  archivedThread: [400, 50083, 'Thread is archived'],
  /** Discord's answer for a locked thread, archived or not. */
  closedThread: [403, 50083, 'Thread is archived'],
  fileNotFound: [400, 50146, 'Uploaded file not found.'],
  unknownSku: [404, 10027, 'Unknown SKU'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  lockedThread: [403, 160005, 'Thread is locked'],
  tooManyThreads: [400, 160006, 'Maximum number of active threads reached'],
  uneditablePoll: [400, 520003, 'Cannot edit a poll message'],
  noPoll: [400, 520006, 'Cannot expire a non-poll message'],
  unreadableForward: [403, 160014, 'You cannot forward a message whose content you cannot read'],
  forumWithoutThread: [400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
  threadNameOutsideForum: [400, 220003, 'Webhooks can only create threads in forum channels'],
} as const satisfies Record<string, readonly [number, number, string]>;

export type RefusalName = keyof typeof REFUSALS;

/** Finds the refusal for a Discord JSON code, if the local Discord knows it. */
export function refusalOfCode(code: number): Refusal | undefined {
  const names = Object.keys(REFUSALS) as RefusalName[];
  const name = names.find((candidate) => code !== 0 && REFUSALS[candidate][1] === code);
  return name && new Refusal(name);
}

/** A request answered with an error in Discord's own shape. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(
    readonly kind: RefusalName,
    readonly faults: readonly BodyFault[] = [],
  ) {
    const [status, code, message] = REFUSALS[kind];
    super(message);
    this.status = status;
    this.code = code;
  }
}

type OAuthError =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unsupported_response_type';

/** A refusal of the OAuth2 endpoints, in the format of RFC 6749. */
export class OAuthRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: OAuthError,
  ) {
    super(error);
  }
}

/** An action that Discord's client would not allow; `message` is a sentence for that person. */
export class PersonError extends Error {
  override readonly name = 'PersonError';
  /** Set where the page can show the sentence in the person's language. */
  readonly saying: Saying | undefined;

  constructor(sentence: string | Saying) {
    super(typeof sentence === 'string' ? sentence : inEnglish(sentence));
    this.saying = typeof sentence === 'string' ? undefined : sentence;
  }
}

type FaultTree = { [key: string]: FaultTree | { code: string; message: string }[] };

/** Has no prototype because the sender chooses the names in a path. */
const emptyTree = (): FaultTree => Object.create(null) as FaultTree;

/** The body Discord sends: `errors: { content: { _errors: [{ code, message }] } }`. */
export function toErrorBody(refusal: Refusal): JsonObject {
  const body: JsonObject = { message: refusal.message, code: refusal.code };
  if (refusal.faults.length === 0) return body;
  const root = emptyTree();
  for (const { path, code, message } of refusal.faults) {
    let node = root;
    for (const step of path) {
      node[step] ??= emptyTree();
      node = node[step] as FaultTree;
    }
    node._errors = [...((node._errors as { code: string; message: string }[]) ?? []), { code, message }];
  }
  return { ...body, errors: root as JsonObject };
}

const LINE_LENGTH = 300;

/** A readable line, cut because the sender's names in a path can have any length. */
export const toFaultLine = ({ path, message }: BodyFault): string =>
  `${path.join('.') || 'body'}: ${message}`.slice(0, LINE_LENGTH);
