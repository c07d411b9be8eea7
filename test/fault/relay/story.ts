import { createVirtualTime } from '../../../bench/relay/time.js';
import type { Clock } from '../../../src/base/clock.js';
import { AppError } from '../../../src/base/errors.js';
import { silentLog } from '../../../src/base/log.js';
import { createPacer } from '../../../src/bot/delivery/pacer.js';
import type { Channel } from '../../../src/bot/talk/channel.js';
import { drawView } from '../../../src/bot/talk/drawing.js';
import { createRelay, type Relay } from '../../../src/bot/talk/relay.js';
import type { Talk } from '../../../src/bot/talk/talk.js';
import { emptyView, foldEvent, type TalkView } from '../../../src/bot/talk/view.js';
import { languages, t } from '../../support/copy.js';
import { servesAll } from '../../support/served.js';
import { createDice, type Dice } from '../schedule/dice.js';
import { type Agent, createLine, startAgent } from './agent.js';
import { createThread } from './discord.js';
import type { Sabotage, World } from './world.js';

export type Story = { seed: number; runs: number; deaths: number; deletions: number; problems: string[] };

const stormMs = 60_000;
/** Longer than any backoff of a thread. */
const calmMs = 20 * 60_000;
const quiet = new Promise<never>(() => undefined);

/** The state one process stored, as the next one reads it. */
type Disk = { row: Talk };

/** A process that may die before or after any await; from then on it has no effect. */
function createLife(dice: Dice, world: World) {
  let isOver = false;
  const stepsLeft = { count: dice.chance(0.7) ? 1 + dice.int(60) : Number.POSITIVE_INFINITY };
  const pass = () => {
    if (isOver || world.isCalm()) return;
    stepsLeft.count -= 1;
    if (stepsLeft.count <= 0) isOver = true;
  };
  /** The effect happens or not; the caller may never learn which. */
  const mortal =
    <A extends unknown[], T>(act: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      pass();
      if (isOver) return quiet;
      const result = await act(...given).catch((error) => (isOver ? quiet : Promise.reject(error)));
      pass();
      return isOver ? quiet : result;
    };
  return {
    mortal,
    isOver: () => isOver,
    end: () => {
      isOver = true;
    },
  };
}
type Life = ReturnType<typeof createLife>;

function startBot(parts: {
  world: World;
  dice: Dice;
  life: Life;
  disk: Disk;
  agent: () => Agent;
  thread: Channel;
  line: ReturnType<typeof createLine>;
}): Relay {
  const { world, dice, life, disk, agent, thread, line } = parts;
  const { time, sabotage } = world;
  const { mortal } = life;
  const clock: Clock = {
    now: time.now,
    sleep: (ms, signal) => (life.isOver() ? quiet : time.sleep(ms, signal)),
  };
  const saveView = async (_talk: unknown, lastSeq: number, view: TalkView) => {
    const kept: TalkView = JSON.parse(JSON.stringify(view));
    const seq = sabotage.keepsTooEarly ? agent().stored.length : lastSeq;
    disk.row = {
      ...disk.row,
      lastSeq: seq,
      view: sabotage.keepsNoIds ? { ...kept, posted: [], sending: null } : kept,
    };
  };
  const setTrouble = async (_id: string, trouble: Talk['trouble']) => {
    disk.row = { ...disk.row, trouble };
  };
  const call = async (endpoint: { id: string }, input: { query?: { after_seq: number } }) => {
    await time.sleep(50 + dice.int(200));
    if (!world.isCalm() && dice.chance(0.2)) throw new AppError('provider_error');
    if (endpoint.id !== 'listMessages') return { body: { status: agent().isIdle() ? 'idle' : 'running' } };
    const data = agent().messages.filter(({ seq }) => seq > (input.query?.after_seq ?? 0));
    return { body: { data, has_more: false } };
  };
  const channel: Channel = {
    post: mortal(thread.post),
    edit: mortal(thread.edit),
    remove: mortal(thread.remove),
    strip: mortal(thread.strip),
    open: mortal(thread.open),
    listAfter: mortal(thread.listAfter),
  };
  return createRelay({
    served: servesAll,
    channel,
    clock,
    log: silentLog,
    pacer: createPacer({ clock }),
    events: line.open(life.isOver),
    store: {
      open: async () => [disk.row],
      find: async () => null,
      end: async () => undefined,
    },
    progress: {
      saveView: mortal(saveView),
      running: async () => undefined,
      openThreads: async () => [disk.row],
    },
    troubles: { set: mortal(setTrouble) },
    sessions: { serviceOf: () => ({ call: mortal(call) }) } as never,
    filesOf: async () => [],
    languages,
  });
}

/** The expected final thread: every answer of the service, whole, once and in order. */
function judge({ stored, runs }: Agent, shown: { texts: string[]; files: string[] }): string[] {
  const drawings = runs.map((run) =>
    drawView(stored.filter(({ run_id }) => run_id === run).reduce(foldEvent, emptyView), t),
  );
  const texts = drawings.flatMap((drawing) => drawing.texts);
  const files = drawings.flatMap(({ file }) => (file === null ? [] : [file]));
  const lost = texts.filter((text) => !shown.texts.includes(text)).length;
  if (JSON.stringify([texts, files]) === JSON.stringify([shown.texts, shown.files])) return [];
  const clip = (all: string[]) => all.map((text) => text.slice(0, 40).replace(/\n/g, ' '));
  return [
    `${lost} lost, ${shown.texts.length} shown of ${texts.length}`,
    `wanted ${clip(texts).join(' | ')}`,
    `shown  ${clip(shown.texts).join(' | ')}`,
  ];
}

/** Plays one story from its seed: a minute of random failures, then a quiet phase, then the check. */
export async function playStory(seed: number, sabotage: Sabotage = {}): Promise<Story> {
  const dice = createDice(seed);
  const time = createVirtualTime();
  const calmAt = time.now() + stormMs;
  const world: World = { time, isCalm: () => time.now() >= calmAt, isPruning: dice.chance(0.2), sabotage };
  let agent: Agent;
  const line = createLine(world, dice, () => agent);
  const thread = createThread(world, dice);
  const disk: Disk = {
    row: {
      threadId: '10',
      guildId: '1',
      conversationId: 'cnv_1',
      memberId: '20',
      runId: 'run_1',
      lastSeq: 0,
      lastHeard: '10',
      view: emptyView,
      isQuiet: dice.chance(0.1),
      trouble: null,
      locale: null,
    },
  };
  let relay: Relay | null = null;
  agent = startAgent(world, dice, line.tell, (runId) => {
    disk.row = { ...disk.row, runId };
    relay?.follow(disk.row);
  });
  let deaths = 0;
  let deletions = 0;

  const live = async () => {
    for (;;) {
      const life = createLife(dice, world);
      relay = startBot({ world, dice, life, disk, agent: () => agent, thread: thread.channel, line });
      await relay.resume();
      while (!life.isOver()) await time.sleep(250);
      deaths += 1;
      relay = null;
      await time.sleep(dice.chance(0.1) ? 6 * 60_000 : dice.int(3_000));
    }
  };
  const moderate = async () => {
    for (let times = dice.chance(0.4) ? 1 + dice.int(3) : 0; times > 0; ) {
      await time.sleep(500);
      const isUnderWay = /"talk:stop/.test(thread.newest());
      if (world.isCalm()) return;
      if (!isUnderWay || dice.chance(0.9)) continue;
      thread.deleteNewest();
      deletions += 1;
      times -= 1;
    }
  };
  void live();
  void moderate();
  await time.play(() => time.now() > calmAt + calmMs && agent.isIdle());
  const problems = judge(agent, { texts: thread.texts(), files: thread.files() });
  return { seed, runs: agent.runs.length, deaths, deletions, problems };
}
