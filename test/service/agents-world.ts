import { once } from 'node:events';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { Conversation, Message, Run } from '../../src/contract/agents.js';
import { type AgentEvent, agentEvents } from '../../src/contract/events.js';
import type { Brain, BrainStep } from '../../src/service/agents/brain.js';
import { type AgentOptions, createAgentFeature } from '../../src/service/agents/feature.js';
import { createPipelines } from '../../src/service/rig/pipelines.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { openWorld, type Person, type World } from './http-world.js';

/** A brain that says what the test hands it, when the test hands it over. */
export type Puppet = {
  brain: Brain;
  say(...steps: BrainStep[]): void;
  fail(error: unknown): void;
  end(): void;
};

export function createPuppet(): Puppet {
  const pending: (BrainStep | { kind: 'end' } | { kind: 'fail'; error: unknown })[] = [];
  let wake = () => {};
  const hand = (...given: typeof pending) => {
    pending.push(...given);
    wake();
  };
  return {
    say: hand,
    fail: (error) => hand({ kind: 'fail', error }),
    end: () => hand({ kind: 'end' }),
    async *brain() {
      for (;;) {
        const next = pending.shift();
        if (!next) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        if (next.kind === 'end') return;
        if (next.kind === 'fail') throw next.error;
        yield next;
      }
    },
  };
}

/** A person's socket and what came over it. */
export type Ear = {
  frames: { type: string }[];
  events: AgentEvent[];
  subscribe(
    conversationId: string,
    afterSeq?: number,
  ): Promise<{ from_seq: number; replayed: number; gap: boolean }>;
  /** Waits for an event that fits. */
  hears<T extends AgentEvent['type']>(type: T, runId?: string): Promise<Extract<AgentEvent, { type: T }>>;
  close(): void;
};

export type AgentWorld = Omit<World, 'listen'> & {
  alice: Person;
  member(name: string): Promise<Person>;
  listen(person: Person): Promise<Ear>;
};

const pipelines = createPipelines([
  {
    ...{ id: 'clay', name: 'Clay', description: 'From a sentence.', inputs: ['text'], skeletons: ['biped'] },
    ...{ output_formats: ['glb'], credit_cost: 10, estimated_seconds: 4, parameters: [] },
  },
]);

export async function openAgentWorld(
  options: Partial<AgentOptions> & { dbPath?: string; clock?: ManualClock; balance?: number },
): Promise<AgentWorld> {
  const { dbPath = ':memory:', clock = manualClock(), balance = 50, ...agent } = options;
  const sources: AgentOptions['sources'] = {
    readBalance: async () => ({ available: balance, held: 0 }),
    listPipelines: async () => pipelines.all,
    listPacks: async () => [],
    listGenerations: async () => [],
  };
  const world = await openWorld({
    clock,
    config: { dbPath, masterKeys: ['cd'.repeat(32)] },
    plug: (context) => [createAgentFeature(context, { brain: createPuppet().brain, sources, ...agent })],
  });
  const address = await world.listen();
  const member = async (name: string) => {
    const person = world.person(name);
    await person.signIn();
    return person;
  };
  return { ...world, member, alice: await member('alice'), listen: (person) => openEar(address, person) };
}

async function openEar(address: string, person: Person): Promise<Ear> {
  const cookie = Object.entries(person.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/ws`, { headers: { cookie } });
  const frames: Ear['frames'] = [];
  const events: AgentEvent[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    frames.push(frame);
    if (frame.type.startsWith('agent_')) events.push(agentEvents.parse(frame));
  });
  await once(socket, 'open');
  return {
    frames,
    events,
    async subscribe(conversationId, afterSeq = 0) {
      const before = frames.length;
      socket.send(
        JSON.stringify({ type: 'subscribe', conversation_id: conversationId, after_seq: afterSeq }),
      );
      return vi.waitFor(() => {
        const answer = frames.slice(before).find(({ type }) => type === 'subscribed' || type === 'refused');
        return (answer as never) ?? Promise.reject(new Error('no answer yet'));
      }, fast);
    },
    hears: (type, runId) =>
      vi.waitFor(() => {
        const found = events.find((one) => one.type === type && (!runId || one.run_id === runId));
        return (found as never) ?? Promise.reject(new Error(`no ${type} heard`));
      }, fast),
    close: () => socket.close(),
  };
}

const fast = { timeout: 5_000, interval: 2 };

export const openConversation = async (person: Person, body = {}): Promise<Conversation> =>
  (await person.post('/api/agent/default/conversations', body)).json();

let counted = 0;
/** Posts a message under a new client id unless given one. */
export const post = (person: Person, { id }: { id: string }, content: string, clientId?: string) => {
  counted += 1;
  const body = { content, client_message_id: clientId ?? `c${counted}` };
  return person.post(`/api/agents/conversations/${id}/messages`, body);
};

export const say = async (
  person: Person,
  conversation: { id: string },
  content: string,
): Promise<{ message: Message; run: Run }> => {
  const reply = await post(person, conversation, content);
  if (reply.statusCode !== 202) throw new Error(reply.body);
  return reply.json();
};
