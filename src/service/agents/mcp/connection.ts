import {
  type CallToolResult,
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CallOutcome, longestResult, type McpCall, type McpConnection } from './call.js';
import type { McpServer } from './config.js';

/**
 * Connects with the official SDK. Of the bot's environment, a local program gets only what the SDK passes on (`PATH`,
 * `HOME` and the like), so that it does not read the bot's secrets.
 * @param ending ends the connection
 * @throws any error of the program, the network or the protocol
 */
export async function connectServer(server: McpServer, ending: AbortSignal): Promise<McpConnection> {
  ending.throwIfAborted();
  const { timeoutMs } = server;
  const client = new Client({ name: 'rigsmith', version: '1' }, { listMaxPages: 10 });
  let end = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    client.onclose = resolve;
    // The SDK never reports the end while a child of the program holds its output open.
    end = () => void client.close().then(resolve, () => resolve());
  });
  ending.addEventListener('abort', end, { once: true });
  void closed.then(() => ending.removeEventListener('abort', end));
  try {
    await client.connect(transportTo(server), { timeout: timeoutMs });
    const { tools } = await client.listTools({}, { timeout: timeoutMs });
    return {
      tools,
      closed,
      call: (name, input, signal) => callTool(client, { name, input, signal, timeoutMs }),
    };
  } catch (error) {
    ending.removeEventListener('abort', end);
    await client.close().catch(() => undefined);
    throw error;
  }
}

function transportTo(server: McpServer): Transport {
  if ('command' in server) {
    const { command, args, env } = server;
    return new StdioClientTransport({ command, args, env, stderr: 'ignore' });
  }
  const { url, headers } = server;
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
}

type ToolCall = Pick<McpCall, 'input'> & {
  name: string;
  signal: AbortSignal | undefined;
  timeoutMs: number;
};

async function callTool(client: Client, { name, input, signal, timeoutMs }: ToolCall): Promise<CallOutcome> {
  try {
    const options = { timeout: timeoutMs, ...(signal && { signal }) };
    const answer = await client.callTool({ name, arguments: input }, options);
    return { status: answer.isError ? 'failed' : 'done', text: textOf(answer) };
  } catch (error) {
    signal?.throwIfAborted();
    return failureOf(client, error, timeoutMs);
  }
}

/** Only an answer of the server says that a call had no effect. */
async function failureOf(client: Client, error: unknown, timeoutMs: number): Promise<CallOutcome> {
  if (error instanceof ProtocolError)
    return { status: 'failed', text: error.message.slice(0, longestResult) };
  const code = error instanceof SdkError ? error.code : null;
  if (code === SdkErrorCode.RequestTimeout)
    return { status: 'unknown', text: `It did not answer within ${timeoutMs / 1_000} s.` };
  if (code === SdkErrorCode.InvalidResult) return { status: 'unknown', text: 'Its answer was not valid.' };
  await client.close().catch(() => undefined); // a new session is needed
  return { status: 'unknown', text: 'The connection ended before it answered.' };
}

/** The texts of an answer; other content is only named. */
function textOf({ content, structuredContent }: CallToolResult): string {
  const text = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
  const whole = text || JSON.stringify(structuredContent ?? null);
  return whole.length <= longestResult ? whole : `${whole.slice(0, longestResult)}\n[cut]`;
}
