import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The fields of an OpenAI chat completions request that tests look at. */
export type ModelRequest = {
  model: string;
  messages: { role: string; content: string | null; tool_calls?: unknown[]; tool_call_id?: string }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  max_tokens?: number;
  max_completion_tokens?: number;
};

export type ModelSays = {
  text?: string;
  /** Text input is sent unchanged. */
  calls?: { name: string; input: object | string }[];
  finish?: string | null;
  totalTokens?: number;
};
/** Answers one request: streams text and tool calls, or writes the raw response. */
export type Policy = (
  request: ModelRequest,
  response: ServerResponse,
) => ModelSays | undefined | Promise<ModelSays | undefined>;

export type ModelServer = {
  url: string;
  requests: ModelRequest[];
  /** Request headers. */
  authorizations: (string | undefined)[];
  /** What a strict server would not take in the requests. */
  faults: string[];
  /** Replies whose client disconnected before the end. */
  readonly abandoned: number;
  policy: Policy;
  close(): Promise<void>;
};

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const chunk = (delta: object, finish: string | null = null) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

export const startStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

export const refuse = (
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): undefined => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ error: { message, type: 'test', code: null } }));
};

/** Streams words one by one, tool calls with their arguments in pieces by index, a usage chunk and [DONE]. */
function stream(response: ServerResponse, says: ModelSays): void {
  const { text = '', calls = [], totalTokens } = says;
  startStream(response);
  response.write(chunk({ role: 'assistant', content: '' }));
  for (const word of text.match(/\S+\s*|\s+/g) ?? []) response.write(chunk({ content: word }));
  for (const [index, { name, input }] of calls.entries()) {
    const json = typeof input === 'string' ? input : JSON.stringify(input);
    const begun = { index, id: `call_${index}`, type: 'function', function: { name, arguments: '' } };
    response.write(chunk({ tool_calls: [begun] }));
    for (const piece of json.match(/[\s\S]{1,7}/g) ?? [])
      response.write(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  const finish = says.finish === undefined ? (calls.length > 0 ? 'tool_calls' : 'stop') : says.finish;
  if (finish !== null) response.write(chunk({}, finish));
  if (totalTokens !== undefined)
    response.write(
      event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        choices: [],
        usage: { total_tokens: totalTokens },
      }),
    );
  response.end('data: [DONE]\n\n');
}

const known = [
  ...['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens', 'tools'],
];

/** What the strictest of the real servers refuse. */
function faultsOf(request: ModelRequest): string[] {
  const { messages, tools = [], max_tokens: most = request.max_completion_tokens } = request;
  const faults = Object.keys(request).filter((key) => !known.includes(key));
  if (!Number.isInteger(most) || (most as number) < 1) faults.push(`max_tokens is ${most}`);
  if ('tools' in request && tools.length === 0) faults.push('tools is empty');
  let open: string[] = [];
  let last = '';
  for (const { role, content, tool_calls: calls = [], tool_call_id: id } of messages) {
    if (role === 'system' && last !== '') faults.push('a system message behind others');
    if (role !== 'tool' && open.length > 0) faults.push(`calls without a result: ${open}`);
    if (role === 'tool' && !open.includes(id ?? '')) faults.push(`a result without a call: ${id}`);
    if (role === last && role !== 'tool') faults.push(`${role} twice in a row`);
    if (role === 'assistant' && (last === '' || last === 'system')) faults.push('an assistant begins');
    const isBlank = !Array.isArray(content) && (content ?? '').trim() === '';
    if (calls.length === 0 && isBlank) faults.push(`an empty message of ${role}`);
    open =
      role === 'tool' ? open.filter((one) => one !== id) : (calls as { id: string }[]).map((call) => call.id);
    last = role;
  }
  if (last === 'assistant' || last === 'system') faults.push(`${last} ends`);
  return faults;
}

/** Serves chat completions over real HTTP, answering as its policy decides. */
export async function openModelServer(policy: Policy): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const authorizations: (string | undefined)[] = [];
  const faults: string[] = [];
  let abandoned = 0;
  const http = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part) => {
      body += part;
    });
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    request.on('end', async () => {
      const asked: ModelRequest = JSON.parse(body);
      requests.push(asked);
      faults.push(...faultsOf(asked));
      authorizations.push(request.headers.authorization);
      const says = await self.policy(asked, response);
      if (says) stream(response, says);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const self: ModelServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    requests,
    authorizations,
    faults,
    policy,
    get abandoned() {
      return abandoned;
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return self;
}

/**
 * A small scripted model: it calls the tools a request needs and answers from their results. It knows only the
 * messages it is sent.
 */
export const thoughtful: Policy = ({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return speakOf(JSON.parse(last.content ?? 'null'));
  const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content ?? '');
  const line = asked.at(-1) ?? '';
  if (/balance|credits do i have/i.test(line)) return { calls: [{ name: 'explain_credits', input: {} }] };
  if (/spend|another member|<@/i.test(line))
    return {
      calls: [
        { name: 'start_generation', input: { prompt: 'a fox', user_id: 'usr_somebody' } },
        { name: 'explain_credits', input: { user_id: 'usr_somebody' } },
      ],
    };
  if (/ledger|hardware/i.test(line)) return { calls: [{ name: 'search_docs', input: { query: line } }] };
  const changed = /make it (\w+)/i.exec(line)?.[1];
  const described = asked.map((one) => /make (an? .+)/i.exec(one)?.[1]).findLast(Boolean);
  if (changed && described)
    return {
      calls: [{ name: 'propose_generation', input: { prompt: described.replace(/red|green/, changed) } }],
    };
  if (described && /make an? /i.test(line))
    return { calls: [{ name: 'propose_generation', input: { prompt: described } }] };
  return { text: 'Hello! What shall we make today? Describe a character and I show you what it costs.' };
};

const speakOf = (result: unknown): ModelSays => ({
  text: `This is what I found: ${JSON.stringify(result).slice(0, 600)}`,
  totalTokens: 900,
});
