/** What a server says when it refuses, whatever form it has. */
export type RefusalBody = {
  message: string;
  code: string | null;
  type: string | null;
  status: number | null;
};

const longestWords = 4_000;
const deepest = 6;
/** They repeat the request, which may contain any words. */
const echoes = new Set(['input', 'flagged_input', 'url', 'user_id', 'request_id']);

/**
 * Reads the body of a refusal: an object under `error` (OpenAI), a list of one (Gemini), a sentence under `error`
 * (Ollama, TGI), `message` or `detail` without it (vLLM, Mistral, FastAPI), or `errors` (Cloudflare). All its
 * sentences count, because gateways put that of the model behind their own.
 */
export function readRefusal(value: unknown): RefusalBody {
  const given = Array.isArray(value) ? (value[0] ?? {}) : value;
  const inner = fieldOf(given, 'error');
  const body = typeof inner === 'object' && inner !== null ? inner : given;
  const field = (name: string): unknown => fieldOf(body, name) ?? fieldOf(given, name);
  const [code, type] = [field('code'), field('type')];
  const status = [field('status'), code, field('statusCode')].map(Number).find(isStatus) ?? null;
  return {
    message: [...new Set(wordsIn(given, 0))].join('\n').slice(0, longestWords),
    code: code === undefined || code === null ? null : String(code),
    type: typeof type === 'string' ? type : null,
    status,
  };
}

/** Whether a value that came instead of a reply is a refusal. */
export const isRefusal = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { error, object, choices, message, detail, errors } = (
    Array.isArray(value) ? (value[0] ?? {}) : value
  ) as Record<string, unknown>;
  return Boolean(error) || object === 'error' || (!choices && Boolean(errors ?? detail ?? message));
};

/** Fetches, and gives every refusal the one form that the packages of OpenAI and Anthropic read. */
export const withReadableRefusals =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) return response;
    const text = await response.text();
    const headers = new Headers([...response.headers].filter(([name]) => !/^content-/.test(name)));
    const { status } = response;
    const value = parse(text);
    if (value === undefined) return new Response(text.slice(0, longestWords), { status, headers });
    return Response.json({ error: readRefusal(value) }, { status, headers });
  };

const isStatus = (status: number): boolean => Number.isInteger(status) && status >= 400 && status < 600;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function wordsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > deepest) return [];
  return Object.entries(value).flatMap(([key, inner]) => (echoes.has(key) ? [] : wordsIn(inner, depth + 1)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
