import OpenAI from 'openai';
import { readChunks } from '../stream.js';
import { type Dialect, type DialectOptions, replyLimit } from './dialect.js';

/**
 * A client of OpenAI's SDK. Its own retries and messages bypass our clock and log. An address with a version of the
 * interface in its query is Azure's, which reads the key from a header of its own.
 */
export function openAiClient({ url, key, firstMs, fetch }: DialectOptions): OpenAI {
  const base = new URL(url);
  const query = Object.fromEntries(base.searchParams);
  base.search = '';
  const isAzure = 'api-version' in query;
  return new OpenAI({
    baseURL: base.href,
    defaultQuery: query,
    ...(isAzure && { defaultHeaders: { 'api-key': key ?? '', Authorization: null } }),
    apiKey: key || 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: firstMs,
    logLevel: 'off',
    fetch,
  });
}

/** OpenAI's chat completions, as most servers have them. */
export function createChatDialect(options: DialectOptions): Dialect {
  const client = openAiClient({ ...options, url: options.url.replace(/\/chat\/completions\/?(?=$|\?)/, '') });
  const { model } = options;
  return async (asked, signal) => {
    const { messages, tools, refused } = asked;
    const most = replyLimit(asked);
    const limit = refused.has('max_tokens') ? { max_completion_tokens: most } : { max_tokens: most };
    const counted = refused.has('usage') ? {} : { stream_options: { include_usage: true } };
    const offered = tools.length > 0 ? { tools } : {};
    const body = { model, messages, stream: true as const, ...counted, ...limit, ...offered };
    return readChunks(await client.chat.completions.create(body, { signal }).asResponse());
  };
}
