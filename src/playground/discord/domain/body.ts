import { Refusal } from '../failure.js';
import { type Attachment, type Message, MessageFlag } from '../state/model.js';
import { applicationOfBot, type State } from '../state/state.js';
import type { FileInput, Json, JsonObject } from '../types.js';
import type { JsonBody, Path } from '../validation/faults.js';
import { createFaults, isJsonBody } from '../validation/faults.js';
import { asksV2, checkMessage, flagsOf } from '../validation/message.js';
import { completeComponents } from './components.js';
import { mentionable, readMentions } from './mentions.js';
import type { Messages } from './messages.js';
import { readPoll } from './polls.js';

/** Files of a multipart request, by the number in `files[n]`. */
export type UploadedFile = { file: FileInput; index: string };

type BodyContext = {
  channelId: string;
  guildId: string | null;
  authorId: string;
  uploads: readonly UploadedFile[];
  /** Path of the message in the request body. */
  at?: Path;
  ephemeral?: boolean;
  mayMentionEveryone?: boolean;
  repliedTo?: string;
  /** May be empty because it forwards another message. */
  isForward?: boolean;
};

/** Parses request bodies into message fields and rejects the bodies Discord rejects. */
export type BodyReader = {
  forNew(body: unknown, context: BodyContext): Partial<Message>;
  /** Absent fields stay unchanged; null clears a field. */
  forEdit(message: Message, body: unknown, context: BodyContext): Partial<Message>;
};

/** Short ids are indices of files in the request; longer ids are snowflakes of existing attachments. */
const UPLOAD_INDEX = /^\d{1,3}$/;

const SETTABLE = MessageFlag.SuppressEmbeds | MessageFlag.SuppressNotifications | MessageFlag.ComponentsV2;

export function createBodyReader(state: State, messages: Messages): BodyReader {
  const attach = (body: JsonBody, { uploads, channelId, ephemeral }: BodyContext): Attachment[] => {
    const described = new Map<string, JsonBody>();
    for (const item of Array.isArray(body.attachments) ? body.attachments : []) {
      if (isJsonBody(item)) described.set(String(item.id), item);
    }
    const sent = new Set(uploads.map(({ index }) => index));
    if ([...described.keys()].some((id) => UPLOAD_INDEX.test(id) && !sent.has(id)))
      throw new Refusal('fileNotFound');
    return uploads.map(({ file, index }) => {
      const fields = described.get(index);
      const name = typeof fields?.filename === 'string' ? fields.filename : file.name;
      const description = typeof fields?.description === 'string' ? fields.description : null;
      return messages.attach(channelId, { ...file, name }, { description, ephemeral: ephemeral ?? false });
    });
  };

  const mentionsOf = (content: string, body: JsonBody, context: BodyContext) =>
    readMentions(mentionable(state, context.guildId), content, body.allowed_mentions, {
      mayMentionEveryone: context.mayMentionEveryone ?? false,
      ...(context.repliedTo ? { repliedTo: context.repliedTo } : {}),
    });

  /** A premium button may only name a SKU of its own application. */
  const checkSkus = (components: Json, { authorId, at = [] }: BodyContext): void => {
    const faults = createFaults();
    const owner = applicationOfBot(state, authorId)?.id ?? state.webhooks.get(authorId)?.applicationId;
    walk(components, [...at, 'components'], (path, key, value) => {
      if (key !== 'sku_id' || state.skus.get(String(value))?.applicationId === owner) return;
      faults.add(path, 'BUTTON_COMPONENT_INVALID_SKU', 'The SKU does not belong to this application');
    });
    faults.enforce();
  };

  return {
    forNew(body, context) {
      const v2 = asksV2(body);
      checkMessage(body, { v2, ...(context.at ? { at: context.at } : {}) });
      if (Array.isArray(body.sticker_ids) && body.sticker_ids.length > 0) throw new Refusal('invalidSticker');
      const embeds = listOf(body.embeds);
      const components = listOf(body.components);
      const content = typeof body.content === 'string' ? body.content.trim() : '';
      const isEmpty = !content && !isJsonBody(body.poll) && !context.isForward;
      if (isEmpty && embeds.length + components.length + context.uploads.length === 0) {
        throw new Refusal('emptyMessage');
      }
      const attachments = attach(body, context);
      checkReferences(embeds, components, attachments, context.at);
      checkSkus(components, context);
      return {
        content,
        embeds: embeds.map(asRichEmbed),
        components: completeComponents(components, state.nextId),
        attachments,
        ...(isJsonBody(body.poll) ? { poll: readPoll(body.poll, state.clock.now()) } : {}),
        flags: (flagsOf(body) & SETTABLE) | (context.ephemeral ? MessageFlag.Ephemeral : 0),
        ...mentionsOf(content, body, context),
      };
    },

    forEdit(message, body, context) {
      if (message.poll) throw new Refusal('uneditablePoll');
      const wasV2 = (message.flags & MessageFlag.ComponentsV2) !== 0;
      const v2 = asksV2(body) || wasV2;
      checkMessage(body, { v2, ...(context.at ? { at: context.at } : {}) });
      const content = body.content === undefined ? message.content : String(body.content ?? '').trim();
      const embeds = body.embeds === undefined ? message.embeds : listOf(body.embeds).map(asRichEmbed);
      const components =
        body.components === undefined
          ? message.components
          : completeComponents(listOf(body.components), state.nextId);
      if (v2 && !wasV2) refuseRemains(content, embeds, context.at);
      const kept = keptAttachments(message, body);
      if (!content && embeds.length + components.length + kept.length + context.uploads.length === 0) {
        throw new Refusal('emptyMessage');
      }
      const attachments = [...kept, ...attach(body, context)];
      checkReferences(embeds, components, attachments, context.at);
      if (body.components !== undefined) checkSkus(components, context);
      const settable = body.flags === undefined ? message.flags & SETTABLE : flagsOf(body) & SETTABLE;
      const lasting =
        message.flags & (MessageFlag.ComponentsV2 | MessageFlag.Ephemeral | MessageFlag.HasThread);
      const mentions = body.content === undefined ? {} : mentionsOf(content, body, context);
      return { content, embeds, components, attachments, flags: settable | lasting, ...mentions };
    },
  };
}

const listOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? (value.filter(isJsonBody) as JsonObject[]) : [];

function keptAttachments(message: Message, body: JsonBody): Attachment[] {
  if (body.attachments === undefined) return message.attachments;
  const ids = new Set(listOf(body.attachments).map((item) => String(item.id)));
  return message.attachments.filter((attachment) => ids.has(attachment.id));
}

const asRichEmbed = (embed: JsonObject): JsonObject => ({ ...embed, type: 'rich' });

/** An edit that switches a message to Components V2 must also clear its content and embeds. */
function refuseRemains(content: string, embeds: JsonObject[], at: Path = []): void {
  const faults = createFaults();
  const code = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2';
  const refuse = (field: string) =>
    faults.add(
      [...at, field],
      code,
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    );
  if (content) refuse('content');
  if (embeds.length > 0) refuse('embeds');
  faults.enforce();
}

/** Every `attachment://name` must name a file of the message. */
function checkReferences(embeds: Json, components: Json, attachments: Attachment[], at: Path = []): void {
  const faults = createFaults();
  const names = new Set(attachments.map((attachment) => attachment.filename));
  const check: Visitor = (path, key, value) => {
    if (key !== 'url' || typeof value !== 'string' || !value.startsWith('attachment://')) return;
    if (names.has(value.slice('attachment://'.length))) return;
    faults.add(
      path,
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      'The referenced attachment was not found.',
    );
  };
  walk(embeds, [...at, 'embeds'], check);
  walk(components, [...at, 'components'], check);
  faults.enforce();
}

type Visitor = (path: Path, key: string | number | undefined, value: Json) => void;

/** Visits every leaf value of a tree with its path. */
function walk(node: Json, path: Path, visit: Visitor): void {
  if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, [...path, index], visit);
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node)) walk(value, [...path, key], visit);
  else visit(path, path.at(-1), node);
}
