import * as document from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { createFaults } from './faults.js';
import { type Amendment, createSchemaCompiler } from './schema.js';

const schemas = document as unknown as Readonly<Record<string, $ZodType | undefined>>;

/** Maps a request schema to the schema of the matching response. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/^RichEmbed(Thumbnail|Image)$/, 'MessageEmbedImageResponse'],
  [/^RichEmbed(\w*)$/, 'MessageEmbed$1Response'],
  [/^(\w+Component)ForMessageRequest$/, '$1Response'],
  [/^(StringSelectOption|ComponentEmoji)ForRequest$/, '$1Response'],
  [/^UnfurledMediaRequest\w*$/, 'UnfurledMediaResponse'],
  [/^(MediaGalleryItem)Request$/, '$1Response'],
  [/^ApplicationCommand(CreateRequest|UpdateRequest|PatchRequestPartial)$/, 'ApplicationCommandResponse'],
  [/^(ApplicationCommand\w*(Option|Choice))$/, '$1Response'],
];

/** Undocumented fields that discord.js sends with every message and thread, and Discord ignores. */
const HABITS: Readonly<Record<string, readonly string[]>> = {
  BaseCreateMessageCreateRequest: ['tts', 'nonce', 'enforce_nonce', 'message_reference'],
  CreateTextThreadWithMessageRequest: ['type', 'invitable'],
  MessageEditRequestPartial: ['tts', 'nonce', 'enforce_nonce', 'message_reference'],
  IncomingWebhookInteractionRequest: ['nonce', 'enforce_nonce', 'message_reference'],
  IncomingWebhookRequestPartial: ['nonce', 'enforce_nonce', 'message_reference'],
  IncomingWebhookUpdateRequestPartial: [
    'tts',
    'nonce',
    'enforce_nonce',
    'message_reference',
    'username',
    'avatar_url',
  ],
  IncomingWebhookUpdateForInteractionCallbackRequestPartial: [
    'tts',
    'nonce',
    'enforce_nonce',
    'message_reference',
  ],
};

/** 16 is a media channel, which is missing from the document. */
const channelTypes = z.nullish(z.array(z.literal([1, 3, 0, 2, 4, 5, 10, 11, 12, 13, 14, 15, 16])));

const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max));
const upTo = (max: number) => z.nullish(z.string().check(z.maxLength(max)));

/** Permission bits, usually a decimal string because they exceed 2^53. */
export const permissionBits = z.nullish(z.int().check(z.minimum(0), z.maximum(2 ** 63)));

/** Known differences between Discord and its document. */
const AMENDED: Readonly<Record<string, Readonly<Record<string, $ZodType>>>> = {
  MessageCreateRequest: { content: upTo(2_000) },
  MessageEditRequestPartial: { content: upTo(2_000) },
  /** Type 1 is a forward. */
  MessageReferenceRequest: { type: z.nullish(z.literal([0, 1])) },
  RichEmbedAuthor: { name: text(1, 256) },
  RichEmbedField: { name: text(1, 256), value: text(1, 1_024) },
  RichEmbedFooter: { text: text(1, 2_048) },
  /** `checkUrl` checks the schemes of link buttons. */
  ButtonComponentForMessageRequest: { url: z.nullish(z.string()) },
  ApplicationCommandChannelOption: { channel_types: channelTypes },
  ChannelSelectComponentForMessageRequest: { channel_types: channelTypes },
  ChannelSelectComponentForModalRequest: { channel_types: channelTypes },
  ApplicationCommandOptionStringChoice: { value: text(1, 100) },
  ChannelPermissionOverwriteRequest: { allow: permissionBits, deny: permissionBits },
  CreateGuildChannelRequest: { topic: upTo(1_024) },
  UpdateGuildChannelRequestPartial: { topic: upTo(1_024) },
  UpdateThreadRequestPartial: { name: z.optional(text(1, 100)) },
};

/** Rejects a body that violates Discord's document with a 50035 that lists every fault. */
export type BodyChecks = (schema: $ZodType) => (body: unknown) => void;

export function createBodyChecks(): BodyChecks {
  const names = new Map<$ZodType, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    if (typeof schema === 'object') names.set(schema, name.replace(/Schema$/, ''));
  }
  const compile = createSchemaCompiler((schema) => amendmentOf(names.get(schema) ?? ''));
  return (schema) => {
    const check = compile(schema);
    return (body) => {
      const faults = createFaults();
      check(faults, [], body);
      faults.enforce();
    };
  };
}

/**
 * Objects received from Discord may be sent back whole (an embed with its `proxy_url`, a command with its `id`). A kept
 * attachment is identified by its `id`; its other fields are ignored.
 */
function amendmentOf(name: string): Amendment {
  if (name === 'MessageAttachmentRequest') return { ignored: 'all' };
  const rule = ANSWERS.find(([pattern]) => pattern.test(name));
  const answer = rule && schemas[`${name.replace(...rule)}Schema`];
  const shape = answer && (answer as $ZodTypes)._zod.def;
  const echoed = shape?.type === 'object' ? Object.keys(shape.shape) : [];
  const fields = AMENDED[name];
  return { ignored: new Set([...echoed, ...(HABITS[name] ?? [])]), ...(fields ? { fields } : {}) };
}
