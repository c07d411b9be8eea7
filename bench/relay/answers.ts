import { drawView } from '../../src/bot/talk/drawing.js';
import { sanitizeMarkdown } from '../../src/bot/talk/markdown.js';
import { drawTables } from '../../src/bot/talk/tables.js';
import { emptyView, foldEvent } from '../../src/bot/talk/view.js';
import { t } from './copy.js';
import { createChance, createDiscordModel } from './discord.js';
import type { Policy } from './policies.js';
import type { Stream } from './streams.js';
import { createVirtualTime } from './time.js';

/** How one answer was shown in its thread. */
export type Outcome = {
  /** From the end of the answer to the last change of the thread, ms. */
  endDelayMs: number;
  /** Requests that Discord accepted before the end. */
  shownBefore: number;
  refused: number;
  /** The thread contains the service's own text, whole and once. */
  isRight: boolean;
};

/** The text without white space and fence markers. */
const bare = (text: string): string => text.replace(/```(?:[\w+.#-]{1,20}\n)?|\s/g, '');

/** Plays one stream with one policy, in virtual time, on the limiter of the local Discord. */
export async function playAnswer(policy: Policy, stream: Stream, seed: number): Promise<Outcome> {
  const time = createVirtualTime();
  const discord = createDiscordModel(time, createChance(seed));
  const threadId = '1';
  const receive = policy({ clock: time, discord, threadId });
  const expected = drawView(stream.events.map(({ event }) => event).reduce(foldEvent, emptyView), t);
  const wanted = JSON.stringify(expected.texts);
  const shown = () => JSON.stringify(discord.saidIn(threadId).map(({ content }) => content));
  const start = time.now();
  const feed = async () => {
    for (const { at, event } of stream.events) {
      await time.sleep(Math.max(0, start + at - time.now()));
      receive(event);
    }
  };
  void feed();
  await time.play();
  const endedAt = start + stream.events.at(-1)!.at;
  const said = discord.saidIn(threadId);
  const files = said.flatMap(({ files = [] }) => files.map(({ attachment }) => attachment.toString()));
  const isWhole =
    expected.file === null
      ? bare(said.map(({ content }) => content).join('\n')) ===
        bare(sanitizeMarkdown(drawTables(stream.text)))
      : files.length === 1 && files[0] === stream.text;
  return {
    endDelayMs: Math.max(0, discord.accepted.at(-1)!.at - endedAt),
    shownBefore: discord.accepted.filter(({ at }) => at <= endedAt).length,
    refused: discord.refused(),
    isRight: shown() === wanted && isWhole,
  };
}
