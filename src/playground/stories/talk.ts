import type { SeenMessage } from '../actor/client.js';
import { findControl } from '../actor/component.js';
import { findIn } from './player.js';
import { type StoryStage, seeBalance } from './stage.js';

type Last = { thread: string; last: SeenMessage };

const threadIn = (message: SeenMessage): string => findIn(message, /<#\d+>/).slice(2, -1);

/** Asks for a character, presses the card, stops an answer, and continues after the bot was killed. */
export async function playTalk(stage: StoryStage): Promise<void> {
  const { step } = stage;
  const made = await step('Mia asks the agent for a character', () => askForCharacter(stage));
  const stopped = await step('Mia stops an answer', () => stopAnswer(stage, made));
  const last = await step('The bot dies in the middle of a talk', () => outliveBot(stage, stopped));
  await step('Mia ends the talk and takes it up again', () => endAndResume(stage, last));
}

/** An answer is finished when it offers to reply. */
const answered = ({ mia }: StoryStage, { thread, last }: Last): Promise<SeenMessage> =>
  mia.sees({ control: 'talk:reply' }, { channel: thread, after: last.id });

async function says({ mia }: StoryStage, words: string, thread: string): Promise<void> {
  mia.did(`writes in the thread: \`${words}\``);
  await mia.person.posts(words, { channel: thread });
}

function expectIn({ read }: StoryStage, message: SeenMessage, words: RegExp, otherwise: string): void {
  if (!words.test(read(message))) throw new Error(`${otherwise}:\n${read(message)}`);
}

async function askForCharacter(stage: StoryStage): Promise<Last> {
  const { mia } = stage;
  const message = 'Make me a small green dragon with a red cape';
  mia.did(`types \`/talk start ${message}\``);
  const outcome = await mia.person.runs('/talk start', { message }, { channel: 'agent' });
  const opened = await mia.seesAnswer(outcome, /<#\d+>/);
  const thread = threadIn(opened);
  const card = await mia.sees({ control: 'talk:make' }, { channel: thread });
  await answered(stage, { thread, last: opened });
  await mia.presses('talk:make', card);
  const rig = await mia.sees({ control: 'rig:share' }, { channel: thread, after: card.id });
  expectIn(stage, rig, /dragon/, 'the rig is not what the card said');
  return { thread, last: rig };
}

/** On a busy machine an answer may end before the word to stop it arrives; then she asks again. */
async function stopAnswer(stage: StoryStage, { thread, last }: Last, tries = 5): Promise<Last> {
  const { mia } = stage;
  await says(stage, 'What can you do?', thread);
  await mia.person.sees({ control: 'talk:' }, { channel: thread, after: last.id });
  await says(stage, 'stop', thread);
  const answer = await answered(stage, { thread, last });
  if (findControl(answer, 'talk:go-on')) return { thread, last: answer };
  if (tries === 1) throw new Error(`no answer could be stopped:\n${stage.read(answer)}`);
  return stopAnswer(stage, { thread, last: answer }, tries - 1);
}

async function outliveBot(stage: StoryStage, { thread, last }: Last): Promise<Last> {
  const { bot, tell } = stage;
  tell('The bot', 'is killed (SIGKILL)');
  await bot.kill();
  await says(stage, 'Make it blue', thread);
  tell('The bot', 'is started again');
  await bot.start();
  const answer = await answered(stage, { thread, last });
  expectIn(stage, answer, /blue[\s\S]*dragon/, 'the agent forgot what they talked about');
  return { thread, last: answer };
}

async function endAndResume(stage: StoryStage, { thread, last }: Last): Promise<void> {
  const { mia } = stage;
  mia.did('types `/talk end`, and later `/talk resume`');
  const ended = await mia.person.runs('/talk end', {}, { channel: thread });
  await mia.seesAnswer(ended, { control: 'talk:take-up' });
  await mia.sees(/<@\d+>/, { channel: thread, after: last.id });
  const resumed = await mia.person.runs('/talk resume', { talk: thread }, { channel: 'agent' });
  await mia.seesAnswer(resumed, /<#\d+>/);
  const credits = await seeBalance(stage);
  await says(stage, 'How many credits do I have?', thread);
  const answer = await answered(stage, { thread, last });
  expectIn(stage, answer, new RegExp(`\\b${credits}\\b`), 'the agent did not say how many credits');
}
