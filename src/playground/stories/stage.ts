import type { Actor, SeenMessage } from '../actor/client.js';
import { createPlayer, numbersIn, type Player } from './player.js';
import { readMessage } from './reading.js';
import type { Transcript } from './transcript.js';

/** A bot process that can be killed and restarted. */
export type BotProcess = { kill(): Promise<void>; start(): Promise<unknown> };

/** What every chapter of the tour plays with. */
export type StoryStage = {
  mia: Player;
  max: Player;
  bot: BotProcess;
  step: Transcript['step'];
  /** Adds a person's action to the transcript. */
  tell: Transcript['did'];
  read(message: SeenMessage): string;
};

export async function createStage(deps: {
  actor: Actor;
  bot: BotProcess;
  transcript: Transcript;
}): Promise<StoryStage> {
  const { actor, bot, transcript } = deps;
  const { people } = await actor.world();
  const nameOf = (id: string) => people.find((person) => person.id === id)?.display_name ?? null;
  const reader = (username: string) => {
    const locale = people.find((person) => person.username === username)?.locale ?? 'en-US';
    return (message: SeenMessage) => readMessage(message, { nameOf, locale });
  };
  const player = (username: string, name: string) =>
    createPlayer({ person: actor.as(username), name, read: reader(username), transcript });
  return {
    mia: player('mia', 'Mia'),
    max: player('max', 'Max'),
    bot,
    step: transcript.step,
    tell: transcript.did,
    read: reader('mia'),
  };
}

/** `/credits`. @returns the number of credits, as written there */
export async function seeBalance({ mia }: Pick<StoryStage, 'mia'>): Promise<string> {
  const outcome = await mia.person.runs('/credits', {}, { channel: 'welcome' });
  const [credits = ''] = numbersIn(await mia.seesAnswer(outcome, { control: 'buy:open' }));
  return credits;
}
