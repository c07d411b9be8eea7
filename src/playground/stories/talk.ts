import type { ActorPerson, SeenMessage } from '../actor/client.js';
import type { Transcript } from './transcript.js';

/** The part of the tour in a thread with the agent: the actions of one person. */
export type TalkStage = Pick<Transcript, 'step' | 'did'> & {
  mia: ActorPerson;
  bot: { kill(): Promise<void>; start(): Promise<unknown> };
  /** Waits until she sees the message and adds it to the transcript. */
  sees(text: string | RegExp, where: { channel?: string; after?: string }): Promise<SeenMessage>;
  read(message: SeenMessage): string;
};

/** Asks for a character, presses the card, stops an answer, and continues after the bot was killed. */
export async function playTalk({ mia, bot, step, did, sees, read }: TalkStage): Promise<void> {
  /** An answer is finished when it offers Reply. */
  const answered = (thread: string, after: string) => sees(/^Reply$/m, { channel: thread, after });
  const says = async (words: string, thread: string) => {
    did('Mia', `writes in the thread: \`${words}\``);
    await mia.posts(words, { channel: thread });
  };
  const expectIn = (message: SeenMessage, words: RegExp, otherwise: string) => {
    if (!words.test(read(message))) throw new Error(`${otherwise}:\n${read(message)}`);
  };

  const { thread, last } = await step('Mia asks the agent for a character', async () => {
    did('Mia', 'types `/talk start Make me a small green dragon with a red cape`');
    const message = 'Make me a small green dragon with a red cape';
    await mia.runs('/talk start', { message }, { channel: 'agent' });
    const opened = await sees('Conversation started', {});
    const thread = JSON.stringify(opened).match(/<#(\d+)>/)?.[1] ?? '';
    await answered(thread, '0');
    const card = await sees('Nothing happens until you approve', { channel: thread });
    did('Mia', 'presses **Make it**');
    await mia.clicks('Make it', { message: card.id, channel: thread });
    const rig = await sees('Your character is ready', { channel: thread, after: card.id });
    expectIn(rig, /dragon/, 'the rig is not what the card said');
    return { thread, last: rig.id };
  });

  const stopped = await step('Mia stops an answer', async () => {
    await says('What can you do?', thread);
    await mia.sees('Stop', { channel: thread, after: last });
    await says('stop', thread);
    return sees('Stopped.', { channel: thread, after: last });
  });

  await step('The bot dies in the middle of a talk', async () => {
    did('The bot', 'is killed (SIGKILL)');
    await bot.kill();
    await says('Make it blue', thread);
    did('The bot', 'is started again');
    await bot.start();
    const answer = await answered(thread, stopped.id);
    expectIn(answer, /blue[\s\S]*dragon/, 'the agent forgot what they talked about');
  });

  await step('Mia ends the talk and takes it up again', async () => {
    did('Mia', 'types `/talk end`, and later `/talk resume`');
    await mia.runs('/talk end', {}, { channel: thread });
    const ended = await sees('ended this conversation', { channel: thread });
    await mia.runs('/talk resume', { talk: thread }, { channel: 'agent' });
    await sees('Conversation resumed', {});
    await says('How many credits do I have?', thread);
    expectIn(await answered(thread, ended.id), /\d+ credits/, 'the agent did not say how many credits');
  });
}
