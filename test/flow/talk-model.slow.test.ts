import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { type ModelServer, openModelServer } from '../service/agents-model-server.js';
import { eventually } from '../support/eventually.js';
import { localServer } from '../support/mcp.js';
import { pdfOf } from '../support/pdf.js';
import { answer, startTalk } from '../support/talk.js';
import { answerTo, cardSays, openWorld, type TestWorld, text } from '../support/world.js';

/** A language model answers in Discord. */

let folder: string;
let model: ModelServer;
let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talk-model-'));
  const notes = join(folder, 'notes');
  const { name, command, args } = localServer('usual', {}, notes);
  writeFileSync(notes, '');
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { [name]: { command, args } } }));
  model = await openModelServer(({ messages, tools = [] }) => {
    const last = messages.at(-1)?.content ?? '';
    if (messages.at(-1)?.role === 'tool') return { text: 'Press the button to book it.' };
    if (last.includes('bakery')) return { text: 'A fox opens a shop for bread.' };
    if (last.includes('<result>')) return { text: `I read: ${/booked \w+/.exec(last)?.[0]}` };
    if (!last.includes('table')) return { text: 'Hello.' };
    return tools.some((tool) => tool.function.name === 'usual_book')
      ? { calls: [{ name: 'usual_book', input: { place: 'Oslo' } }] }
      : { text: 'Not ready.' };
  });
  world = await openWorld({
    AGENT_MODEL_URL: model.url,
    AGENT_MODEL: 'test',
    AGENT_MCP: join(folder, 'mcp.json'),
  });
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
  await model.close();
  rmSync(folder, { recursive: true });
});

describe('a model', () => {
  it('summarises an attached PDF, whose text it reads', async () => {
    const file = {
      name: 'plan.pdf',
      bytes: pdfOf(['A red fox opens a bakery.']),
      contentType: 'application/pdf',
    };
    const thread = await startTalk(mia, 'summarise this', {}, { file });
    expect(text(await answer(mia, thread))).toContain('A fox opens a shop for bread.');
    const asked = model.requests.at(-1)?.messages.at(-1)?.content;
    expect(asked).toMatch(
      /^summarise this[\s\S]*plan\.pdf[\s\S]*<file>\nA red fox opens a bakery\.\s*<\/file>/,
    );
  });

  it("books a table with an MCP server's tool only once its member presses, and reads what came of it", async () => {
    const thread = await startTalk(mia, 'Hello');
    expect(text(await answer(mia, thread))).toContain('Hello.');
    // Until the server of the tool is connected, the model answers that it is not ready.
    await eventually(async () => {
      const { id } = await mia.posts('Book a table in Oslo', { channel: thread });
      expect(text(await answer(mia, thread, id))).toContain('Press the button');
    });
    const card = await mia.sees('Run it', { channel: thread });
    expect(text(card)).toMatch(/Run this tool\?[\s\S]*Book a table[\s\S]*\{"place":"Oslo"\}/);
    const sam = world.actor.as('sam');
    await answerTo(sam, sam.clicks('Run it', { message: card.id, channel: thread }), 'can run this');
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('');
    await answerTo(mia, mia.clicks('Run it', { message: card.id, channel: thread }), 'Its card shows');
    expect(text(await cardSays(mia, card, /Done/, thread))).toContain('booked Oslo');
    expect(readFileSync(join(folder, 'notes'), 'utf8')).toBe('{"place":"Oslo"}\n');
    const said = await mia.posts('And?', { channel: thread });
    expect(text(await answer(mia, thread, said.id))).toContain('I read: booked Oslo');
  });
});
