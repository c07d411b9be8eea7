import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { answerTo } from './world.js';

/** The form "Behavior" of `/settings` with the defaults. */
export const behavior = {
  locale: 'en-US',
  isQuiet: 'off',
  mayMention: 'on',
  visibility: 'public',
  hasSpoilers: 'off',
};

/** Opens a form of `/settings`, in the person's channel, and sends it. @returns the card, which then changes */
export async function changeSettings(
  manager: ActorPerson,
  form: string,
  values: Record<string, string | string[]>,
): Promise<SeenMessage> {
  const card = await answerTo(manager, manager.runs('/settings'), 'Settings of this server');
  await manager.clicks(form, { message: card.id });
  await manager.fills(values);
  return card;
}
