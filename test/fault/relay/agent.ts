import { createInbox } from '../../../src/client/events/inbox.js';
import type { Events } from '../../../src/client/events.js';
import type { Message } from '../../../src/contract/agents.js';
import type { AgentEvent } from '../../../src/contract/events.js';
import type { Dice } from '../schedule/dice.js';
import type { World } from './world.js';

const conversationId = 'cnv_1';
const createdAt = '2026-01-01T00:00:00.000Z';
const words = [
  'fox ',
  'a longer word ',
  'sentence. ',
  '\n\n',
  '`code` ',
  '**bold** ',
  '😀 ',
  '```ts\nlet a = 1;\n```\n',
];

/** The events the service stores of one conversation and sends over time. */
export type Agent = {
  stored: AgentEvent[];
  messages: Message[];
  runs: string[];
  isIdle(): boolean;
};

/** An agent that answers several times, each at its own speed, and sometimes fails or is stopped. */
export function startAgent(
  world: World,
  dice: Dice,
  tell: (event: AgentEvent) => void,
  /** A person has posted a message, which this run answers. */
  said: (runId: string) => void,
): Agent {
  const { time } = world;
  const agent = { stored: [] as AgentEvent[], messages: [] as Message[], runs: [] as string[] };
  let isIdle = false;

  const happens = (run_id: string, type: AgentEvent['type'], data: object) => {
    const seq = agent.stored.length + 1;
    const base = { id: `evt_${seq}`, seq, conversation_id: conversationId, run_id, created_at: createdAt };
    const event = { ...base, type, data } as AgentEvent;
    agent.stored.push(event);
    tell(event);
    return seq;
  };

  const answer = async (run_id: string) => {
    const parts = 1 + dice.int(dice.chance(0.2) ? 300 : 25);
    const pauseMs = 20 + dice.int(dice.pick([100, 1_000]));
    let text = '';
    for (let part = 0; part < parts; part += 1) {
      await time.sleep(pauseMs);
      const delta = `${dice.pick(words)}${dice.pick(words)}`;
      if (dice.chance(0.1))
        happens(run_id, 'agent_progress', { step: 'a', label: `Step ${part}`, percent: null, tool: null });
      happens(run_id, 'agent_response', {
        message_id: run_id,
        delta,
        text_offset: text.length,
        is_final: false,
      });
      text += delta;
    }
    if (!world.isPruning && dice.chance(0.15)) {
      happens(run_id, 'agent_error', {
        detail: `No more of ${run_id}.`,
        request_id: 'req_1',
        retryable: true,
      });
      return;
    }
    const finish_reason = dice.chance(0.1) ? 'canceled' : 'stop';
    const whole = `${run_id}: ${text}the end`; // not the streamed text: the final text counts
    const data = { message_id: run_id, text: whole, finish_reason, attachments: [], usage: { credits: 0 } };
    const seq = agent.stored.length + 1;
    agent.messages.push({
      id: run_id,
      conversation_id: conversationId,
      run_id,
      role: 'agent',
      content: whole,
      attachments: [],
      client_message_id: null,
      seq,
      created_at: createdAt,
      finish_reason,
    });
    happens(run_id, 'agent_complete', data);
  };

  const live = async () => {
    const count = 2 + dice.int(3);
    for (let index = 1; index <= count; index += 1) {
      agent.runs.push(`run_${index}`);
      said(`run_${index}`);
      await answer(`run_${index}`);
      await time.sleep(dice.int(5_000));
    }
    isIdle = true;
  };
  void live();
  return { ...agent, isIdle: () => isIdle };
}

/** The service's socket as a bot sees it: lost, doubled, reordered and corrupted frames, each with its replay. */
export function createLine(world: World, dice: Dice, agentOf: () => Agent) {
  const { time } = world;
  let arrive: ((event: AgentEvent) => void) | null = null;
  let isUp = true;

  /** Events during one process of the bot. */
  const open = (isOver: () => boolean): Events => ({
    subscribe({ afterSeq, onEvent, onGap }) {
      let isLeft = false;
      const inbox = createInbox({ afterSeq, deliver: onEvent, askAgain: () => ask(), clock: time });
      const ask = () => {
        if (!isUp || isOver() || isLeft) return;
        const { stored } = agentOf();
        const first = world.isPruning ? Math.max(0, stored.length - 5) : 0;
        const from = Math.max(afterSeq(), first);
        const missed = stored.slice(from);
        if (from > afterSeq()) onGap(from);
        inbox.replay(missed.length);
        for (const event of missed) inbox.take(event);
      };
      const connect = async () => {
        while (!isLeft && !isOver()) {
          arrive = (event) => {
            if (!isLeft && !isOver()) inbox.take(event);
          };
          ask();
          await time.sleep(world.isCalm() ? 3_600_000 : 500 + dice.int(15_000));
          if (world.isCalm()) continue;
          isUp = false;
          arrive = null;
          inbox.clear();
          await time.sleep(dice.int(4_000));
          isUp = true;
        }
      };
      void connect();
      return () => {
        isLeft = true;
      };
    },
    watch: () => true,
    isLive: () => isUp,
    ready: async () => undefined,
    leave: () => undefined,
    close: () => undefined,
  });

  let late: AgentEvent | null = null;
  const tell = (event: AgentEvent) => {
    const send = (one: AgentEvent) => arrive?.(one);
    if (world.isCalm()) send(event);
    else if (dice.chance(0.05)) late = event;
    else if (!dice.chance(0.03)) {
      send(event);
      if (dice.chance(0.1)) send(event);
      if (late) send(late);
      late = null;
    } // otherwise it was corrupted and skipped
  };
  return { open, tell };
}
