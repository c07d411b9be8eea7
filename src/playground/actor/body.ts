import { z } from 'zod';

/**
 * Bodies of the actor API. Channels are given by id or name, people by id or user name, commands with or without
 * `/`.
 */

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const file = z.strictObject({
  name: z.string().min(1),
  data_base64: z.base64(),
  content_type: z.string().optional(),
});
export type FileBody = z.infer<typeof file>;

const channel = z.string().min(1).optional();
const message = z.string().min(1).optional();

export const runBody = z.strictObject({
  channel,
  command: z.string().min(1),
  options: z.record(z.string(), scalar).default({}),
  attachments: z.record(z.string(), file).default({}),
  /** The member or message a context-menu command is used on. */
  target: z.string().optional(),
  application_id: z.string().optional(),
});

export const autocomplete = z.strictObject({
  channel,
  command: z.string().min(1),
  option: z.string().min(1),
  value: z.string().default(''),
  options: z.record(z.string(), scalar).optional(),
});

export const click = z
  .strictObject({ channel, message, label: z.string().min(1).optional(), custom_id: z.string().optional() })
  .refine(({ label, custom_id }) => (label === undefined) !== (custom_id === undefined), {
    message: 'give the label or the custom_id of the button',
  });

export const select = z.strictObject({
  channel,
  message,
  custom_id: z.string().optional(),
  values: z.array(z.string()).max(25),
});

export const submit = z.strictObject({
  /** Default: the modal opened last. */
  modal: z.string().optional(),
  /** By custom id or label. */
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string())])).default({}),
  files: z.record(z.string(), z.array(file)).default({}),
});

export const dismiss = z.strictObject({ modal: z.string().optional() });

export const post = z.strictObject({
  channel,
  content: z.string().default(''),
  attachments: z.array(file).max(10).default([]),
  reply_to: z.string().optional(),
});

const place = z.string().min(1);

export const edit = z.strictObject({ channel, message: place, content: z.string() });
export const remove = z.strictObject({ channel, message: place });
export const react = z.strictObject({
  channel,
  message: place,
  emoji: place,
  taken: z.boolean().default(false),
});
export const vote = z.strictObject({
  channel,
  message: place,
  answers: z.array(z.number().int().min(1)).max(10),
});
export const thread = z.strictObject({
  channel,
  name: z.string(),
  /** The message it is started from. */
  message,
  private: z.boolean().default(false),
});
/** Without a member the person joins alone. */
export const join = z.strictObject({ thread: place, member: place.optional() });
export const leave = z.strictObject({ thread: place });
export const archive = z.strictObject({ thread: place, archived: z.boolean().default(true) });
export const locale = z.strictObject({ locale: z.string() });
/** A server by name or id; default the first one. */
export const server = z.string().min(1).optional();
export const guildLocale = z.strictObject({ locale: z.string(), server });

export const dm = z.strictObject({ with: z.string().min(1) });

export const wait = z
  .strictObject({
    channel,
    /** Any part of the message, ignoring letter case and line breaks. */
    text: z.string().min(1).optional(),
    /** A regular expression instead of a text. */
    pattern: z.string().min(1).optional(),
    flags: z.string().optional(),
    /** The beginning of the custom id of an enabled button or select instead of a text. */
    control: z.string().min(1).optional(),
    timeout_ms: z.number().int().min(0).max(300_000).default(10_000),
    /** Only messages later than this one. */
    after: z.string().regex(/^\d+$/).optional(),
  })
  .refine((wanted) => [wanted.text, wanted.pattern, wanted.control].filter(Boolean).length === 1, {
    message: 'give the text to wait for, a pattern, or a control',
  });

export const channelQuery = z.object({
  channel: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

export type RunBody = z.infer<typeof runBody>;
export type ClickBody = z.infer<typeof click>;
export type SelectBody = z.infer<typeof select>;
export type SubmitBody = z.infer<typeof submit>;
export type WaitBody = z.infer<typeof wait>;
/** `url`: of a consent page. */
export const authorize = z.strictObject({ url: z.string().min(1), agrees: z.boolean().default(true) });
const condition = z.strictObject({ key: z.string().min(1), value: z.number().int() });
export const meets = z.strictObject({
  conditions: z.array(condition).max(5),
  application_id: z.string().optional(),
});
/** `sku`: the number of something sold inside Discord. */
export const entitlement = z.strictObject({ sku: z.string().min(1), application_id: z.string().optional() });
