import type { BotAccount, Stage } from './behaviour.js';

/** The parts of the actor API that are only for authors of bots. */

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const STAFF = ['ManageMessages', 'PinMessages', 'ManageThreads', 'MentionEveryone'];

/** `POST /actor/bots` */
export async function createAccount(
  actorUrl: string,
  {
    name = 'Second',
    privilegedIntents,
    permissions = STAFF,
  }: { name?: string; privilegedIntents?: boolean; permissions?: string[] } = {},
): Promise<BotAccount> {
  const answer = await post(`${actorUrl}/bots`, { name, privileged_intents: privilegedIntents, permissions });
  if (!answer.ok) throw new Error(`The bot was refused: ${await answer.text()}`);
  const { application_id, user_id, ...rest } = (await answer.json()) as Record<string, string>;
  return { ...rest, applicationId: application_id, userId: user_id } as BotAccount;
}

/** `POST /actor/discord/{fault}` */
export const createFault =
  (actorUrl: string): Stage['fault'] =>
  async (name, body = {}) => {
    const inForce = async (): Promise<number> => {
      const answer = await fetch(`${actorUrl}/discord/faults`);
      return ((await answer.json()) as { active: string[] }).active.length;
    };
    const before = await inForce();
    const answer = await post(`${actorUrl}/discord/${name}`, body);
    if (!answer.ok) throw new Error(`The fault ${name} was refused: ${await answer.text()}`);
    return {
      async taken() {
        while ((await inForce()) > before);
      },
    };
  };
