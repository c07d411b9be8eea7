import { afterEach, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/agents.js';
import type { Proposal } from '../../src/contract/proposals.js';
import type { McpServer } from '../../src/service/agents/mcp/config.js';
import { createFeatures, type ModelSettings } from '../../src/service/features.js';
import { eventually } from '../support/eventually.js';
import { localServer } from '../support/mcp.js';
import { openModelServer } from './agents-model-server.js';
import { type Ear, openConversation, openEar, say } from './agents-world.js';
import { grantCredits, openWorld, type Person, type World } from './http-world.js';

let world: World;
let alice: Person;
let ear: Ear;
let conversation: Conversation;

/** The whole service with its rig worker stopped: started jobs stay in the queue. */
async function begin(
  balance: number,
  model: ModelSettings | null = null,
  mcpServers: readonly McpServer[] = [],
) {
  const shut = { start: () => undefined, stop: async () => undefined };
  world = await openWorld({
    config: { welcomeCredits: balance },
    plug: async (context) =>
      (await createFeatures(context, { imageHosts: [], model, mcpServers })).map((feature) =>
        'pipelines' in feature ? { ...feature, ...shut } : feature,
      ),
  });
  const address = await world.listen();
  alice = world.person('alice');
  await alice.signIn();
  conversation = await openConversation(alice);
  ear = await openEar(address, alice);
  await ear.subscribe(conversation.id);
}
afterEach(async () => {
  ear.close();
  await world.close();
});

const ask = async (line: string, attachments: object[] = []): Promise<Proposal | undefined> => {
  const { run } = await say(alice, conversation, line, attachments);
  await world.clock.advance(5_000); // the built-in brain needs time to answer
  await ear.hears('agent_complete', run.id);
  const list = await alice.get(`/api/agents/conversations/${conversation.id}/proposals`);
  return (list.json().data as Proposal[]).find(({ run_id }) => run_id === run.id);
};
const press = async (proposal: Proposal | undefined, verb = 'accept') =>
  (await alice.post(`/api/agents/conversations/${conversation.id}/proposals/${proposal?.id}/${verb}`)).json();
const rigs = async () => (await alice.get('/api/rig/generations')).json().data;
const credits = async () => (await alice.get('/api/users/credits')).json();

test('a confirmed proposal queues a rig with its credits held, and the agent knows about it', async () => {
  await begin(50);
  const proposal = await ask('make a red fox with a blue scarf');
  const { generation } = await press(proposal);
  expect(generation).toMatchObject({ status: 'queued', input: { prompt: 'a red fox with a blue scarf' } });
  expect(await rigs()).toMatchObject([{ id: generation.id }]);
  const { held } = generation.credits;
  expect(await credits()).toMatchObject({ available: 50 - held, held });
  expect(await press(proposal)).toMatchObject({ generation: { id: generation.id } });
  expect(await rigs()).toHaveLength(1);
  const { run } = await say(alice, conversation, 'why are my credits held?');
  await world.clock.advance(5_000);
  const { data } = await ear.hears('agent_complete', run.id);
  expect(data.text).toContain(`Another ${held} are on hold for work in progress`);
  expect(data.text).toContain('`a red fox with a blue scarf`');
});

test('a change to refused content gets a reason and no card', async () => {
  await begin(50);
  await ask('make a woman with a red hat');
  const { run } = await say(alice, conversation, 'now make her naked');
  await world.clock.advance(5_000);
  const { data } = await ear.hears('agent_complete', run.id);
  expect(data.text).toMatch(/Nudity/);
  const list = await alice.get(`/api/agents/conversations/${conversation.id}/proposals`);
  expect((list.json().data as Proposal[]).filter(({ run_id }) => run_id === run.id)).toEqual([]);
  expect((await ask('give her a blue scarf'))?.generation?.prompt).toMatch(/woman.*scarf/);
});

test('several characters get a card each, and so do two of one', async () => {
  await begin(100);
  const cards = async (line: string) => {
    await ask(line);
    const list = await alice.get(`/api/agents/conversations/${conversation.id}/proposals`);
    return (list.json().data as Proposal[]).filter(({ status }) => status === 'open').toReversed();
  };
  const party = await cards('make a fox, a bear and a cat');
  expect(party.map(({ generation }) => generation?.prompt)).toEqual(['a fox', 'a bear', 'a cat']);
  const started = [await press(party[2]), await press(party[0])];
  expect(started.map(({ generation }) => generation.input.prompt)).toEqual(['a cat', 'a fox']);
  const two = await cards('two of them');
  expect(two.map(({ generation }) => [generation?.prompt, generation?.seed])).toEqual([
    ['a fox', null],
    ['a fox', 1],
  ]);
  expect(await rigs()).toHaveLength(2);
});

test('without credits nothing starts; the card stays and works later', async () => {
  await begin(3);
  const proposal = await ask('make a red fox');
  expect(await press(proposal)).toMatchObject({ status: 402, code: 'insufficient_credits' });
  expect(await credits()).toMatchObject({ available: 3, held: 0 });
  expect(await rigs()).toEqual([]);
  const { id } = (await alice.get('/api/users/me')).json();
  await grantCredits(world.context, { userId: id, credits: 50, subject: 'gift' });
  expect(await press(proposal)).toMatchObject({ proposal: { status: 'accepted' } });
  expect(await rigs()).toHaveLength(1);
});

test('a missing picture is reported on confirmation, and the card stays open', async () => {
  await begin(50);
  const proposal = await ask('rig this', [
    { name: 'a.png', content_type: 'image/png', upload_id: 'upl_none' },
  ]);
  expect(proposal).toMatchObject({ generation: { type: 'image', images: 1 } });
  expect((await press(proposal)).status).toBeGreaterThanOrEqual(400);
  expect(await credits()).toMatchObject({ available: 50, held: 0 });
  expect(await press(proposal, 'dismiss')).toMatchObject({ status: 'dismissed' });
  expect(await press(proposal, 'dismiss')).toMatchObject({ status: 'dismissed' });
  expect(await press(proposal)).toMatchObject({ status: 404, detail: expect.stringContaining('declined') });
});

test('a picture is made with the words of its message and the name of its file', async () => {
  await begin(50);
  const requestOf = async (proposal: Proposal | undefined) => {
    const sql = 'SELECT request FROM proposal WHERE id = @id';
    const row = await world.context.db.get<{ request: string }>(sql, { id: proposal?.id ?? '' });
    return JSON.parse(row!.request);
  };
  const picture = { content_type: 'image/png', upload_id: 'upl_none' };
  const first = await ask('make this dog', [{ name: 'image0.png', ...picture }]);
  expect(await requestOf(first)).toMatchObject({ description: 'make this dog', file_name: 'image0.png' });
  const second = await ask('rig this', [{ name: 'shark.png', ...picture }]);
  expect(await requestOf(second)).toMatchObject({ file_name: 'shark.png' });
});

test('a card expires after an hour', async () => {
  await begin(50);
  const proposal = await ask('make a red fox');
  await world.clock.advance(3_600_000);
  await alice.post('/api/auth/refresh');
  expect(await press(proposal)).toMatchObject({
    status: 404,
    detail: expect.stringContaining('has expired'),
  });
  const read = await alice.get(`/api/agents/conversations/${conversation.id}/proposals/${proposal?.id}`);
  expect(read.json().status).toBe('expired');
  expect(await rigs()).toEqual([]);
});

test('ending the conversation declines its open proposals', async () => {
  await begin(50);
  const proposal = await ask('make a red fox');
  await alice.post(`/api/agents/conversations/${conversation.id}/close`);
  expect(await press(proposal)).toMatchObject({ status: 404 });
  expect(await credits()).toMatchObject({ available: 50, held: 0 });
});

test('a model answers when the operator configures one, and is paid by its tokens', async () => {
  const server = await openModelServer(() => ({ text: 'Good day.', totalTokens: 4_200 }));
  const price = { creditsPer1000Tokens: 0.5, maxTokensPerRun: 40_000 };
  await begin(50, { url: server.url, model: 'llama', key: undefined, price });
  const { run } = await say(alice, conversation, 'hello');
  expect((await ear.hears('agent_complete', run.id)).data).toMatchObject({
    text: 'Good day.',
    usage: { credits: 3 },
  });
  expect(await credits()).toMatchObject({ available: 47, held: 0 });
  expect(server.requests[0]?.model).toBe('llama');
  await server.close();
});

test("a model uses an MCP server's tool, shows a card for another, and reads its result once a person let it run", async () => {
  const server = await openModelServer(({ messages, tools = [] }) => {
    const names = tools.map((tool) => tool.function.name);
    const last = messages.at(-1);
    if (!names.includes('usual_book')) return { text: 'The tools are not there yet.' };
    if (last?.role === 'tool') return { text: `It says ${last.content}` };
    if (last?.content?.includes('Bonn'))
      return { calls: [{ name: 'usual_forecast', input: { city: 'Bonn' } }] };
    if (last?.content?.includes('<result>')) return { text: 'Your table is booked.' };
    return { calls: [{ name: 'usual_environment', input: {} }] };
  });
  const price = { creditsPer1000Tokens: 0, maxTokensPerRun: 40_000 };
  const settings = { url: server.url, model: 'llama', key: undefined, price };
  await begin(50, settings, [localServer('usual', { allow: ['forecast'] })]);
  const answerTo = async (line: string) => {
    const { run } = await say(alice, conversation, line);
    return (await ear.hears('agent_complete', run.id)).data.text;
  };
  await eventually(async () => expect(await answerTo('Is it sunny in Bonn?')).toContain('Bonn: sunny'));
  expect(await answerTo('What does it know?')).toContain('It has not run');
  const list = await alice.get(`/api/agents/conversations/${conversation.id}/proposals`);
  const [card] = list.json().data as Proposal[];
  expect(card).toMatchObject({ kind: 'tool', status: 'open', tool: { name: 'environment', input: '{}' } });
  await press(card);
  await eventually(() =>
    expect(ear.events.findLast(({ type }) => type === 'agent_proposal')?.data).toMatchObject({
      tool: { outcome: { status: 'done', text: expect.stringContaining('PATH') } },
    }),
  );
  expect(await answerTo('And now?')).toBe('Your table is booked.');
  const { messages = [] } = server.requests.at(-1) ?? {};
  expect(messages[0]?.content).not.toContain('PATH');
  await server.close();
});

test('a change of the character under discussion keeps its seed, and its card says what changed', async () => {
  await begin(50);
  const first = await ask('make a red fox with a blue scarf');
  expect(first?.generation).toMatchObject({ spec: { species: ['fox'] }, changes: [], seed: null });
  const second = await ask('make the scarf green');
  expect(second?.generation).toMatchObject({
    seed: first?.generation?.spec?.seed,
    changes: [{ about: 'garment', name: 'scarf', before: ['blue'], after: ['green'] }],
  });
  const other = await ask('make a blue dragon');
  expect(other?.generation).toMatchObject({ spec: { species: ['dragon'] }, changes: [], seed: null });
});

test('what changed is said in the language of the conversation', async () => {
  await begin(50);
  conversation = await openConversation(alice, { place: { locale: 'de' } });
  await ear.subscribe(conversation.id);
  await ask('make a red fox with a blue scarf');
  expect((await ask('make the scarf green'))?.generation?.changes).toEqual([
    { about: 'garment', name: 'Schal', before: ['blau'], after: ['grün'] },
  ]);
});

test('a model proposes a character as a spec, and changes that of the last card by short words', async () => {
  const says: object[] = [
    { spec: { version: 1, species: ['glorp'] } },
    { spec: { version: 1, species: ['wolf'], garments: [{ name: 'hat' }], seed: 5 } },
    { change: 'hat: red, zorgly' },
    { change: 'flibber' },
  ];
  const server = await openModelServer(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === 'tool'
      ? { text: `It says ${last.content}` }
      : { calls: [{ name: 'propose_generation', input: says.shift() ?? {} }] };
  });
  const price = { creditsPer1000Tokens: 0, maxTokensPerRun: 40_000 };
  await begin(50, { url: server.url, model: 'llama', key: undefined, price });
  const answered = async (line: string) => {
    const { run } = await say(alice, conversation, line);
    const { text } = (await ear.hears('agent_complete', run.id)).data;
    const list = await alice.get(`/api/agents/conversations/${conversation.id}/proposals`);
    const card = (list.json().data as Proposal[]).find(({ run_id }) => run_id === run.id);
    return { text, card };
  };
  const refused = await answered('a glorp');
  expect([refused.card, refused.text]).toEqual([
    undefined,
    expect.stringContaining('unknown species “glorp”'),
  ]);
  const wolf = await answered('a wolf with a hat');
  expect(wolf.card?.generation).toMatchObject({ prompt: 'a wolf with hat', spec: { species: ['wolf'] } });
  const red = await answered('make its hat red and zorgly');
  expect(red.text).toContain('"without_effect":["zorgly"]');
  expect(red.card?.generation).toMatchObject({
    spec: { species: ['wolf'], garments: [{ name: 'hat', colour: '#cf2e2a' }], seed: 5 },
    changes: [{ name: 'hat', before: [], after: ['red'] }],
  });
  expect((await answered('flibber')).text).toContain("I don't know these words: flibber.");
  const { generation } = await press(red.card);
  expect(generation.input).toMatchObject({ prompt: 'a wolf with red hat', spec: { seed: 5 } });
  expect(server.faults).toEqual([]);
  await server.close();
});
