/**
 * A server of the Model Context Protocol: `node mcp-server.mjs KIND NOTES`. It appends a line to the file NOTES for each
 * booking. KIND: usual, http (prints its port), many (200 tools), mute (never answers), noise (no protocol at all).
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const [kind = 'usual', notes = ''] = process.argv.slice(2);

const anything = { type: 'object' };
const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const usual = [
  { name: 'forecast', description: 'The weather.', inputSchema: city, annotations: { readOnlyHint: true } },
  { name: 'book', title: 'Book a table', inputSchema: anything },
  { name: 'environment', inputSchema: anything },
  { name: 'long', inputSchema: anything },
  { name: 'broken', inputSchema: anything },
  { name: 'slow', inputSchema: anything },
  { name: 'die', inputSchema: anything },
  { name: 'nonsense', inputSchema: anything },
];
const tools =
  kind === 'many'
    ? Array.from({ length: 200 }, (_, at) => ({ name: `tool ${at}`, inputSchema: anything }))
    : usual;

const says = (text) => ({ content: [{ type: 'text', text }] });
const answers = {
  forecast: ({ city }) => says(`${city}: sunny`),
  book(input) {
    appendFileSync(notes, `${JSON.stringify(input)}\n`);
    return says(`booked ${input.place}`);
  },
  environment: () => says(Object.keys(process.env).join(' ')),
  long: () => says('x'.repeat(1_000_000)),
  broken: () => ({ ...says('no table is free'), isError: true }),
  slow: () => new Promise(() => undefined),
  die: () => process.exit(1),
  nonsense(_, { mcpReq: { id } }) {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content: 'not a list' } })}\n`);
    return new Promise(() => undefined);
  },
};

function serve() {
  const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    answers[params.name](params.arguments, context),
  );
  return server;
}

if (kind === 'mute') process.stdin.resume();
else if (kind === 'noise') setInterval(() => process.stdout.write('Welcome!\n{"jsonrpc": 1}\n'), 20);
else if (kind === 'http') {
  const handler = createMcpHandler(serve);
  const http = createServer(async (incoming, outgoing) => {
    const { method, headers } = incoming;
    if (headers.authorization !== 'Bearer right') return outgoing.writeHead(401).end();
    const body = method === 'POST' ? Buffer.concat(await incoming.toArray()) : undefined;
    const reply = await handler.fetch(
      new Request(`http://127.0.0.1${incoming.url}`, { method, headers, body }),
    );
    outgoing.writeHead(reply.status, Object.fromEntries(reply.headers));
    return outgoing.end(Buffer.from(await reply.arrayBuffer()));
  });
  http.listen(Number(notes || 0), '127.0.0.1', () => process.stdout.write(`${http.address().port}\n`));
} else await serve().connect(new StdioServerTransport());
