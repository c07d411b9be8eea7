import OpenAI from 'openai';
import { isFiltered, wordsOf } from './failure.js';

/** What a server rejected, detected from its message: servers that lack a feature answer 400 or 500. */
export type Objection =
  | 'context'
  | 'body'
  | 'usage'
  /** The name of the limit for the reply. */
  | 'max_tokens'
  | 'reply_size'
  | 'system'
  | 'pictures'
  | 'tools';

/** In this order: the message about a context that is too long also names max_tokens and tools. */
const objections: readonly [Objection, RegExp][] = [
  [
    'context',
    /context.?(length|size|window)|maximum (context|prompt)|prompt is too long|too many (input )?tokens|token count.{0,40}exceeds|n_ctx|input is too long|reduce (the length|your message)|tokens must be reduced|`inputs` tokens/i,
  ],
  ['usage', /stream_options|include_usage/i],
  [
    'system',
    /system.{0,40}(not supported|unsupported|not allowed|not enabled)|(not support|unsupported).{0,20}system|roles? must alternate|only user(,| and) (assistant|model)|developer instruction/i,
  ],
  [
    'pictures',
    /image_url|image input|(images?|vision|multi-?modal).{0,60}(not support|unsupported|not enabled|not available)|(not support|unsupported|cannot|no).{0,40}(images?|vision|multi-?modal)|mmproj/i,
  ],
  [
    'max_tokens',
    /use .?max_completion_tokens|(unsupported|unrecognized|unknown|extra).{0,60}max_tokens|max_tokens.{0,40}(not supported|unsupported|not permitted)/is,
  ],
  ['reply_size', /max_(completion_|output_|new_)?tokens/i],
  ['tools', /\btools?\b|tool_choice|function.?call|--jinja/i],
];

export function objectionIn(thrown: unknown): Objection | null {
  if (!(thrown instanceof OpenAI.APIError) || isFiltered(thrown)) return null;
  const { status } = thrown;
  const words = wordsOf(thrown);
  if (status === 413 && !/tokens/i.test(words)) return 'body';
  if (!isAboutRequest(status, words)) return null;
  return objections.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** 404 is OpenRouter's for features that no provider has; 429 means a request above the limit per minute. */
function isAboutRequest(status: number | undefined, words: string): boolean {
  if (status === 404) return /endpoints found that support/i.test(words);
  if (status === 429) return /request too large|tokens must be reduced/i.test(words);
  return status !== undefined && [400, 413, 422, 500, 501].includes(status);
}

/** What the operator can do about it. */
export const hintOf = (objection: Objection): string | undefined => hints[objection];

const hints: { [one in Objection]?: string } = {
  pictures: 'answering without pictures; set AGENT_VISION=off, or use a model that sees',
  context: "AGENT_CONTEXT_TOKENS is larger than the model's context",
  body: 'the server takes no requests of this size; raise its limit for bodies',
  reply_size: 'AGENT_REPLY_TOKENS is larger than the replies of the model',
  tools: 'answering without tools; llama.cpp needs --jinja for them, vLLM --enable-auto-tool-choice',
};
