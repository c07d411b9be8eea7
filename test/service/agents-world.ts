import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { WebSocket } from 'ws';
import type { Conversation, Message, Run } from '../../src/contract/agents.js';
import { type AgentEvent, agentEvents } from '../../src/contract/events.js';
import type { Pack } from '../../src/contract/payments.js';
import type { Generation } from '../../src/contract/rig.js';
import type { Brain, BrainStep } from '../../src/service/agents/brain.js';
import { createDocSearch } from '../../src/service/agents/docs.js';
import { type AgentOptions, createAgentFeature } from '../../src/service/agents/feature.js';
import type { ServiceConfig, ServiceContext } from '../../src/service/app.js';
import { createPipelines } from '../../src/service/rig/pipelines.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import { createRigRoom } from '../support/rig-room.js';
import { openWorld, type Person, type World } from './http-world.js';

/** A brain that answers with what the test supplies, when the test supplies it. */
export type Puppet = {
  brain: Brain;
  /** How often it was asked for an answer. The first event of an answer is sent before. */
  asked(): number;
  say(...steps: BrainStep[]): void;
  fail(error: unknown): void;
  end(): void;
  /** Forgets what a stopped answer left behind. */
  clear(): void;
};

export function createPuppet(): Puppet {
  const pending: (BrainStep | { kind: 'end' } | { kind: 'fail'; error: unknown })[] = [];
  let wake = () => {};
  let asked = 0;
  const hand = (...given: typeof pending) => {
    pending.push(...given);
    wake();
  };
  return {
    asked: () => asked,
    say: hand,
    fail: (error) => hand({ kind: 'fail', error }),
    end: () => hand({ kind: 'end' }),
    clear: () => pending.splice(0),
    async *brain({ signal }) {
      asked += 1;
      signal.addEventListener('abort', () => wake(), { once: true });
      while (!signal.aborted) {
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

/** A member's socket and the frames it received. */
export type Ear = {
  frames: { type: string }[];
  events: AgentEvent[];
  subscribe(
    conversationId: string,
    afterSeq?: number,
  ): Promise<{ from_seq: number; replayed: number; gap: boolean }>;
  /** Waits for a matching event. */
  hears<T extends AgentEvent['type']>(type: T, runId?: string): Promise<Extract<AgentEvent, { type: T }>>;
  close(): void;
};

export type AgentWorld = Omit<World, 'listen'> & {
  alice: Person;
  member(name: string): Promise<Person>;
  listen(person: Person): Promise<Ear>;
  /** Started jobs, in order. */
  started: { userId: string; generation: Generation }[];
};

const pipelines = createPipelines([
  {
    id: 'clay',
    name: 'Clay',
    description: 'From a sentence.',
    inputs: ['text'],
    skeletons: ['biped'],
    output_formats: ['glb'],
    credit_cost: 10,
    estimated_seconds: 4,
    parameters: [],
  },
  {
    id: 'silhouette',
    name: 'Silhouette',
    description: 'From a picture.',
    inputs: ['image'],
    skeletons: ['biped'],
    output_formats: ['glb'],
    credit_cost: 15,
    estimated_seconds: 6,
    parameters: [],
  },
]);

const packs: Pack[] = [
  {
    id: 'small',
    name: 'Small',
    description: 'To try',
    credits: 100,
    prices: [{ currency: 'SOL', amount: '0.02', amount_base_units: '20000000' }],
  },
  {
    id: 'large',
    name: 'Large',
    description: 'To stay',
    credits: 500,
    prices: [{ currency: 'SOL', amount: '0.08', amount_base_units: '80000000' }],
  },
];

export type AgentWorldOptions = Partial<AgentOptions> & {
  dbPath?: string;
  clock?: ManualClock;
  balance?: number;
  isNothingSold?: boolean;
  config?: Partial<ServiceConfig>;
};

export async function openAgentWorld(options: AgentWorldOptions): Promise<AgentWorld> {
  const {
    dbPath = ':memory:',
    clock = manualClock(),
    balance = 50,
    isNothingSold,
    config,
    ...agent
  } = options;
  const search = createDocSearch([readFileSync(resolve('data/catalog/guide.md'), 'utf8')]);
  let room: ReturnType<typeof createRigRoom> | undefined;
  const sourcesOf = ({ db, ledger }: ServiceContext): AgentOptions['sources'] => ({
    readBalance: (userId) => ledger.readBalance(db, userId),
    listEntries: async () => [],
    listPipelines: async () => pipelines.all,
    quote: async (body) => pipelines.choose(body.type, body.pipeline_id),
    listPacks: async () => (isNothingSold ? [] : packs),
    listGenerations: async (userId, limit) =>
      (room?.started ?? [])
        .filter((one) => one.userId === userId)
        .map(({ generation }) => generation)
        .reverse()
        .slice(0, limit),
    searchDocs: async (query, limit) => search(query, limit),
  });
  const world = await openWorld({
    clock,
    config: { dbPath, masterKeys: ['cd'.repeat(32)], welcomeCredits: balance, ...config },
    plug: (context) => {
      room = createRigRoom(context);
      const usual = { brain: createPuppet().brain, sources: sourcesOf(context), rigs: room.rigs };
      return [createAgentFeature(context, { ...usual, ...agent })];
    },
  });
  const address = await world.listen();
  const member = async (name: string) => {
    const person = world.person(name);
    await person.signIn();
    return person;
  };
  const started = room?.started ?? [];
  const listen = (person: Person) => openEar(address, person);
  return { ...world, member, alice: await member('alice'), listen, started };
}

export async function openEar(address: string, person: Person): Promise<Ear> {
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
      return eventually(() => {
        const answer = frames.slice(before).find(({ type }) => type === 'subscribed' || type === 'refused');
        return (answer as never) ?? Promise.reject(new Error('no answer yet'));
      });
    },
    hears: (type, runId) =>
      eventually(() => {
        const found = events.find((one) => one.type === type && (!runId || one.run_id === runId));
        return (found as never) ?? Promise.reject(new Error(`no ${type} heard`));
      }),
    close: () => socket.close(),
  };
}

export const openConversation = async (person: Person, body = {}): Promise<Conversation> =>
  (await person.post('/api/agent/default/conversations', body)).json();

let counted = 0;
/** Posts a message, under a new client id unless one is given. */
export const post = (
  person: Person,
  { id }: { id: string },
  content: string,
  clientId?: string,
  attachments: object[] = [],
) => {
  counted += 1;
  const body = { content, client_message_id: clientId ?? `c${counted}`, attachments };
  return person.post(`/api/agents/conversations/${id}/messages`, body);
};

export const say = async (
  person: Person,
  conversation: { id: string },
  content: string,
  attachments: object[] = [],
): Promise<{ message: Message; run: Run }> => {
  const reply = await post(person, conversation, content, undefined, attachments);
  if (reply.statusCode !== 202) throw new Error(reply.body);
  return reply.json();
};
