import type { Clock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createPacer, type Pacer } from '../../src/bot/delivery/pacer.js';
import { drawView } from '../../src/bot/talk/drawing.js';
import { createMessageWriter } from '../../src/bot/talk/message-writer.js';
import type { Talk } from '../../src/bot/talk/talk.js';
import { createThreadRenderer } from '../../src/bot/talk/thread-renderer.js';
import { emptyView, foldEvent, isOver, type TalkView } from '../../src/bot/talk/view.js';
import type { AgentEvent } from '../../src/contract/events.js';
import { languages, t } from './copy.js';
import type { DiscordModel } from './discord.js';

/** A strategy for showing one answer in one thread. */
export type Policy = (parts: {
  clock: Clock;
  discord: DiscordModel;
  threadId: string;
}) => (event: AgentEvent) => void;

export const talkIn = (threadId: string): Talk => ({
  threadId,
  guildId: '1',
  conversationId: `cnv_${threadId}`,
  memberId: '1',
  runId: null,
  lastSeq: 0,
  lastHeard: threadId,
  view: emptyView,
  isQuiet: false,
  trouble: null,
  locale: null,
});

/** The bot's renderer with a simulated Discord. */
export function rendererOver({
  clock,
  discord,
  pacer,
}: {
  clock: Clock;
  discord: DiscordModel;
  pacer: Pacer;
}) {
  const progress = { saveView: async () => undefined };
  const { channel } = discord;
  const writer = createMessageWriter({ progress, channel, clock, filesOf: async () => [], languages });
  return createThreadRenderer({
    served: { stillServes: async () => true },
    troubles: { set: async () => undefined },
    channel,
    writer,
    pacer,
    clock,
    log: silentLog,
    languages,
    onShut: async () => undefined,
  });
}

/** The bot's own strategy: its renderer and its pacer. */
export const ours: Policy = ({ clock, discord, threadId }) => {
  const pacer = createPacer({ clock });
  discord.observe(pacer.observe);
  const renderer = rendererOver({ clock, discord, pacer });
  const threadState = renderer.open(talkIn(threadId));
  return (event) => renderer.fold(threadState, event);
};

/** Writes the current view to a thread at each call, through the library's queue alone. */
function createBrush(discord: DiscordModel, threadId: string) {
  let posting: Promise<string>[] = [];
  let drawn: string[] = [];
  return async (view: TalkView): Promise<void> => {
    const { texts, file } = drawView(view, t);
    const before = drawn;
    drawn = texts;
    const files = file === null ? {} : { files: [{ name: 'answer.md', attachment: Buffer.from(file) }] };
    const jobs: Promise<unknown>[] = [];
    for (const [index, content] of texts.entries()) {
      const said = { content, ...(index === texts.length - 1 && files) };
      const id = posting[index];
      if (id && before[index] === content && !isOver(view)) continue;
      if (id) jobs.push(id.then((known) => discord.channel.edit(threadId, known, said)));
      else
        posting[index] = discord.channel.post(threadId, said, '').then((sent) => (sent as { id: string }).id);
    }
    for (const id of posting.slice(texts.length))
      jobs.push(id.then((known) => discord.channel.remove(threadId, known)));
    posting = posting.slice(0, texts.length);
    await Promise.all([...jobs, ...posting]);
  };
}

/** An edit for each event. */
export const naive: Policy = ({ discord, threadId }) => {
  const draw = createBrush(discord, threadId);
  let view = emptyView;
  return (event) => {
    view = foldEvent(view, event);
    void draw(view);
  };
};

/** An edit after a second without an event; the end at once. */
export const debounce: Policy = ({ clock, discord, threadId }) => {
  const draw = createBrush(discord, threadId);
  let view = emptyView;
  let latest = 0;
  return (event) => {
    view = foldEvent(view, event);
    latest += 1;
    const mine = latest;
    if (isOver(view)) void draw(view);
    else
      void clock.sleep(1_000).then(() => {
        if (mine === latest) void draw(view);
      });
  };
};

/** Edits as soon as the library sends the last request: the highest possible edit rate. */
export const greedy: Policy = ({ discord, threadId }) => {
  const draw = createBrush(discord, threadId);
  let view = emptyView;
  let shown = emptyView;
  let isDrawing = false;
  const work = async () => {
    if (isDrawing) return;
    isDrawing = true;
    while (shown !== view) {
      shown = view;
      await draw(shown);
    }
    isDrawing = false;
  };
  return (event) => {
    view = foldEvent(view, event);
    void work();
  };
};
