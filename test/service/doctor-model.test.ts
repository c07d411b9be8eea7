import { afterEach, expect, it } from 'vitest';
import { runChecks } from '../../src/cli/doctor/check.js';
import { mcpChecks } from '../../src/cli/doctor/mcp.js';
import { modelChecks } from '../../src/cli/doctor/model.js';
import { readConfig } from '../../src/config.js';
import { t } from '../support/copy.js';
import { localServer } from '../support/mcp.js';
import { type ModelServer, openModelServer, type Policy, refuse } from './agents-model-server.js';

/** `rigsmith doctor` and what the agent's model uses. */

let server: ModelServer | undefined;
afterEach(() => server?.close());

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** A model that can do everything that is asked. */
const able: Policy = ({ messages, tools }) => {
  const asked = textOf(messages.at(-1)?.content);
  if (tools) return { calls: [{ name: 'read_gauge', input: { gauge: 'boiler' } }] };
  if (asked.includes('image_url')) return { text: 'Red.' };
  const password = /The password is (\w+)\./.exec(asked)?.[1];
  return { text: password ?? 'one, two, three' };
};

async function check(policy: Policy): Promise<string[]> {
  server = await openModelServer(policy);
  const given = {
    AGENT_MODEL_URL: server.url,
    AGENT_MODEL: 'test',
    AGENT_VISION: 'on',
    AGENT_CONTEXT_TOKENS: '4000',
  };
  const said: string[] = [];
  for (const { name, look } of modelChecks(readConfig(given, t), t))
    said.push(
      await Promise.resolve(look()).then(
        (how) => `${name}: ${how}`,
        (error) => `FAIL ${name}: ${error.message}`,
      ),
    );
  return said;
}

it('a model that streams, calls tools, sees and remembers passes', async () => {
  expect(await check(able)).toEqual([
    expect.stringMatching(/^Model: (?:first words after|answers in one piece)/),
    'Model: tools: calls a tool when asked',
    'Model: pictures: sees pictures',
    'Model: context: reads 3,000 tokens to the end',
  ]);
});

it('what a model cannot do is named: tools that are ignored, a context that is cut', async () => {
  const said = await check((request, response) => {
    const asked = textOf(request.messages.at(-1)?.content);
    if (request.tools || asked.includes('password')) return { text: 'I cannot do that.' };
    return asked.includes('image_url') ? { text: 'Blue' } : able(request, response);
  });
  expect(said.slice(1)).toEqual([
    "FAIL Model: tools: didn't call the tool it was asked to call",
    'FAIL Model: pictures: was shown red and said: Blue',
    'FAIL Model: context: forgot the beginning of 3,000 tokens',
  ]);
});

it('a server that refuses tools, pictures or the length is told apart from one that is away', async () => {
  const said = await check((request, response) => {
    const asked = textOf(request.messages.at(-1)?.content);
    if (request.tools) return refuse(response, 400, 'this model does not support tools');
    if (asked.includes('image_url'))
      return refuse(response, 400, 'image input is not supported by this model');
    if (asked.length > 8_000) return refuse(response, 400, 'maximum context length is 2048 tokens');
    return able(request, response);
  });
  expect(said.slice(1)).toEqual([
    'FAIL Model: tools: refuses tools',
    'FAIL Model: pictures: refuses pictures',
    'FAIL Model: context: refuses 3,000 tokens',
  ]);
  await server?.close();
  const away = await check((_, response) => refuse(response, 401, 'no key'));
  expect(away[0]).toBe('FAIL Model: the model server refused AGENT_MODEL_KEY');
});

it('MCP servers are asked for their tools, and one that does not answer fails with what to look at', async () => {
  const servers = [
    localServer('usual', { allow: ['forecast'] }),
    localServer('many'),
    localServer('mute', { timeoutMs: 1_000 }),
  ];
  const results = await runChecks(mcpChecks({ AGENT_MODEL: 'test' }, servers, t), () => undefined);
  expect(results).toMatchObject([
    { name: 'MCP server usual', isOk: true, says: '8 tools of 8; without a button: forecast' },
    { name: 'MCP server many', isOk: true, says: '40 tools of 200; each waits for a button' },
    { name: 'MCP server mute', isOk: false, fix: expect.stringContaining('data/mcp.json') },
  ]);
  const unused = await runChecks(mcpChecks({ AGENT_MODEL: undefined }, servers.slice(2), t), () => undefined);
  expect(unused).toMatchObject([{ isOk: true, says: expect.stringContaining('not used') }]);
});
