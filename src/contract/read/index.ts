import type { z } from 'zod';
import type { Endpoint } from '../endpoint.js';
import { readNonceReply, readSignedInReply } from './auth.js';
import { readConversationBody, readConversationReply } from './conversation.js';
import { readCreditEntry, readCreditsReply } from './credits.js';
import { readGenerationBody, readGenerationReply } from './generation.js';
import { readIntentReply } from './intent.js';
import { readList } from './list.js';
import { readMessagesReply, readPostedReply, readRunBody } from './message.js';
import { parseOwn } from './own.js';
import { readPack } from './packs.js';
import { readPipelineBody, readPipelineReply } from './pipelines.js';
import { createNotes, type Known, mismatch, type Notes, type Reader, type Reading } from './reading.js';
import { isDictionary, toId } from './values.js';

/** Tolerant readers by endpoint, for replies in other dialects. Endpoints without one accept only our own. */

const listReader =
  <T>(own: readonly string[], readItem: (item: unknown, asked: Known, notes: Notes) => T): Reader<unknown> =>
  (body, asked) => {
    const notes = createNotes();
    return { value: readList(body, own, (item) => readItem(item, asked, notes), notes), notes: notes.all() };
  };

const lists = {
  packs: ['packs', 'creditpacks', 'packages', 'products', 'plans', 'bundles'],
  pipelines: ['pipelines', 'models', 'workflows'],
  generations: ['generations', 'jobs', 'tasks', 'rigs', 'predictions', 'history'],
  intents: ['intents', 'paymentintents', 'payments', 'purchases', 'orders'],
  entries: ['entries', 'ledger', 'transactions', 'history'],
  conversations: ['conversations', 'threads', 'chats', 'sessions'],
} as const;

const runReader: Reader<unknown> = (body, asked) => {
  const notes = createNotes();
  return {
    value: readRunBody(body, { ...asked, known: asked.known ?? { status: 'canceled' } }, notes),
    notes: notes.all(),
  };
};

const uploadReader: Reader<unknown> = (body, { now }) => {
  const given = isDictionary(body) && isDictionary(body.data) ? body.data : body;
  const id = toId(
    isDictionary(given)
      ? (given.upload_id ?? given.uploadId ?? given.id ?? given.file_id ?? given.fileId)
      : given,
  );
  if (id === undefined) throw mismatch('upload_id', 'is missing');
  return {
    value: { upload_id: id, bytes: 0, expires_at: new Date(now + 3_600_000).toISOString() },
    notes: ['upload_id: read from another field'],
  };
};

const readers: Readonly<Record<string, Reader<unknown>>> = {
  createNonce: readNonceReply,
  signInWithWallet: readSignedInReply,
  refreshSession: readSignedInReply,
  readCredits: readCreditsReply,
  listCreditEntries: listReader(lists.entries, readCreditEntry),
  listPacks: listReader(lists.packs, readPack),
  createIntent: readIntentReply,
  readIntent: readIntentReply,
  confirmIntent: readIntentReply,
  cancelIntent: readIntentReply,
  listIntents: listReader(
    lists.intents,
    (item, asked) => readIntentReply(item, { ...asked, params: {} }).value,
  ),
  listPipelines: listReader(lists.pipelines, (item, _, notes) => readPipelineBody(item, notes)),
  readPipeline: readPipelineReply,
  textToRig: readGenerationReply,
  imageToRig: readGenerationReply,
  multiImageToRig: readGenerationReply,
  generate: readGenerationReply,
  readGeneration: readGenerationReply,
  cancelGeneration: readGenerationReply,
  repeatGeneration: readGenerationReply,
  listGenerations: listReader(lists.generations, (item, asked, notes) =>
    readGenerationBody(item, { ...asked, body: undefined, params: {} }, notes),
  ),
  createUpload: uploadReader,
  createConversation: readConversationReply,
  readConversation: readConversationReply,
  renameConversation: readConversationReply,
  closeConversation: readConversationReply,
  reopenConversation: readConversationReply,
  listConversations: listReader(lists.conversations, (item, asked, notes) =>
    readConversationBody(item, { ...asked, params: {} }, notes),
  ),
  listMessages: readMessagesReply,
  postMessage: readPostedReply,
  regenerateAnswer: readPostedReply,
  continueAnswer: readPostedReply,
  cancelRun: runReader,
};

/** The schema for a success status, else the endpoint's usual one; null for an empty body. */
function schemaFor(endpoint: Endpoint, status: number): z.ZodType | null {
  const exact = endpoint.replies[status];
  if (exact !== undefined) return exact;
  return Object.values(endpoint.replies)[0] ?? null;
}

/** Maps a success to a status the endpoint declares. */
export const statusFor = (endpoint: Endpoint, status: number): number =>
  status in endpoint.replies ? status : Number(Object.keys(endpoint.replies)[0]);

/** Callers take a reading without notes for our own dialect, so one that only filled in missing fields gets a note. */
function noted(reading: Reading<unknown>, schema: z.ZodType, body: unknown): Reading<unknown> {
  if (reading.notes.length > 0) return reading;
  const [issue] = schema.safeParse(body).error?.issues ?? [];
  if (!issue) return reading;
  return {
    value: reading.value,
    notes: [`${issue.path.join('.') || 'body'}: is missing or in another form`],
  };
}

/** Endpoints whose replies get extra checks even in our own dialect. */
const checked = new Set(['createIntent', 'createNonce']);

/**
 * Reads the body of a success. A strict parse accepts our own dialect; anything else goes to the tolerant reader of the
 * resource.
 * @throws AppError `provider_mismatch` with the field that does not fit
 */
export function readReply(endpoint: Endpoint, status: number, body: unknown, asked: Known): Reading<unknown> {
  const schema = schemaFor(endpoint, status);
  if (!schema) return { value: null, notes: [] };
  const reader = readers[endpoint.id];
  const parsed = checked.has(endpoint.id) ? undefined : parseOwn(schema, body);
  if (parsed?.success) return { value: parsed.data, notes: parsed.notes };
  if (reader) return noted(reader(body, asked), schema, body);
  const [issue] = parsed?.error.issues ?? [];
  throw mismatch(issue?.path.join('.') ?? '', issue?.message ?? 'does not fit');
}

export type { LooseEvent, ReadFrame } from './event.js';
export { readFrames, withoutChannel } from './event.js';
export { unclaimedAddress } from './intent-offer.js';
export { cursorQuery } from './list.js';
export { isLoss, isMismatch, type Known, mismatch, mismatchSentence, type Reading } from './reading.js';
export { parseJson, plainWord, safeDecode } from './values.js';
