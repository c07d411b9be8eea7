import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BrainStep } from '../../src/service/agents/brain.js';
import { createAgentFeature } from '../../src/service/agents/feature.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { type Cluster, listenAt, openCluster } from './processes-world.js';

const noSources = {
  readBalance: async () => ({ available: 0, held: 0 }),
  listEntries: async () => [],
  listPipelines: async () => [],
  quote: async () => Promise.reject(new Error('nothing is made here')),
  listPacks: async () => [],
  listGenerations: async () => [],
  searchDocs: async () => [],
} as unknown as Parameters<typeof createAgentFeature>[1]['sources'];
const noRigs = {
  start: async () => Promise.reject(new Error('nothing is made here')),
  find: async () => null,
};

describe.skipIf(postgresPrograms === null)(`an event of one service process${needsPostgres}`, () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await openCluster();
  });
  afterEach(() => cluster.close());

  /** A process whose agent answers each message with its own name, word by word. */
  const start = (name: string) =>
    cluster.start((context) => [
      createAgentFeature(context, {
        async *brain(): AsyncGenerator<BrainStep> {
          for (const delta of ['this ', 'is ', name]) yield { kind: 'text', delta };
        },
        sources: noSources,
        rigs: noRigs,
      }),
    ]);
  const open = async () => {
    const first = await start('first');
    const alice = first.person('alice');
    await alice.signIn();
    const { id } = (await alice.post('/api/agent/default/conversations', {})).json();
    return { first, alice, id: id as string };
  };

  it('reaches a member at another process, each once and in order', async () => {
    const { first, alice, id } = await open();
    const second = await start('second');
    const { frames, send } = await listenAt(second, cluster.at(second, alice, 'alice'));
    send({ type: 'subscribe', conversation_id: id, after_seq: 0 });
    await cluster.until(() => frames.some(({ type }) => type === 'subscribed'));
    second.time.stop(); // only the first one answers, and the second does not look by itself
    const post = (content: string) =>
      alice.post(`/api/agents/conversations/${id}/messages`, { content, client_message_id: content });
    for (const content of ['hello', 'and again']) {
      const before = frames.length;
      await post(content);
      await cluster.until(() => frames.slice(before).some(({ type }) => type === 'agent_complete'));
    }
    const events = frames.filter(({ seq }) => seq !== undefined);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(JSON.stringify(events.at(-1))).toContain('this is first');
    expect(first.url).not.toBe(second.url);
  });

  it('is found by looking when its hint was lost', async () => {
    const { alice, id } = await open();
    const second = await start('second');
    const { frames, send } = await listenAt(second, cluster.at(second, alice, 'alice'));
    send({ type: 'subscribe', conversation_id: id, after_seq: 0 });
    await cluster.until(() => frames.some(({ type }) => type === 'subscribed'));
    // Stored as by a process that dies before it tells anybody.
    const { db } = second.context;
    await db.transaction(async (t) => {
      await t.run(
        `INSERT INTO run (id, conversation_id, status, version, answer_id, created_at)
         VALUES ('run_1', @id, 'completed', 'run_1', 'msg_1', 1)`,
        { id },
      );
      await t.run('UPDATE conversation SET last_seq = 1 WHERE id = @id', { id });
      await t.run(
        `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
         VALUES (@id, 1, 'evt_1', 'run_1', 'agent_progress', '{"step":"start","label":"Reading","percent":null,"tool":null}', 1)`,
        { id },
      );
    });
    expect(await cluster.until(() => frames.some(({ seq }) => seq === 1))).toBeLessThanOrEqual(10_000);
  });

  it('ends a session at every process', async () => {
    const { alice } = await open();
    const second = await start('second');
    const elsewhere = cluster.at(second, alice, 'alice');
    const socket = await listenAt(second, elsewhere);
    const ask = async () => (await elsewhere.get('/api/users/me')).statusCode;
    expect(await ask()).toBe(200);
    second.time.stop();
    expect((await alice.delete('/api/auth/logout')).statusCode).toBe(204);
    await cluster.until(() => !socket.isOpen());
    expect(await ask()).toBe(401);
  });
});
