import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Message } from '../../src/contract/agents.js';
import { createFeatures } from '../../src/service/features.js';
import { eventually } from '../support/eventually.js';
import { openConversation, say } from './agents-world.js';
import { openWorld, type Person, type World } from './http-world.js';

/** What the agent may quote: the guide and the operator's own documents for members, with the wiring of the service. */

const hours = '# Opening hours of the workshop\n\nOur workshop opens at nine and closes at noon.';
let world: World;
let mia: Person;

beforeEach(async () => {
  world = await openWorld({
    plug: (context) => createFeatures(context, { imageHosts: [], documents: [hours], rigProcesses: 0 }),
  });
  await world.listen();
  mia = world.person('mia');
  await mia.signIn();
});
afterEach(() => world.close());

async function ask(question: string): Promise<string> {
  const talk = await openConversation(mia);
  const { run } = await say(mia, talk, question);
  return eventually(async () => {
    await world.clock.advance(1_000);
    const { data } = (await mia.get(`/api/agents/conversations/${talk.id}/messages`)).json<{
      data: Message[];
    }>();
    const answer = data.find(({ role, run_id: id }) => role === 'agent' && id === run.id);
    if (!answer) throw new Error('not answered yet');
    return answer.content;
  });
}

it('members get the operator’s documents as answers', async () => {
  expect(await ask('What are the opening hours of the workshop?')).toContain('opens at nine');
});

it.each([
  'How do I set MERCHANT_ADDRESS and REQUIRED_COMMITMENT?',
  'How do I run rigsmith review refund CASE --by SIGNATURE?',
  'Where does the operator put a TLS proxy in front of HOST:PORT?',
  'Which MASTER_KEY and DATABASE_URL does this bot use?',
])('what is written for operators is not shown to members: %s', async (question) => {
  const answer = await ask(question);
  const sentences = ['operators', 'scaling', 'upgrading', 'providers']
    .flatMap((page) => readFileSync(`docs/${page}.md`, 'utf8').split(/(?<=[.:])\s+|\n+|\|/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 40);
  expect(sentences.length).toBeGreaterThan(200);
  expect(sentences.filter((sentence) => answer.includes(sentence))).toEqual([]);
});
