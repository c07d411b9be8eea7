import assert from 'node:assert/strict';
import type { ActorPerson, SeenMessage } from '../../../../src/playground/actor/client.js';
import type { Behaviour, BotAccount, Stage } from './behaviour.js';
import { startDiscordJs } from './libraries/discord-js.js';
import { startDiscordPy } from './libraries/discord-py.js';
import { startOceanic } from './libraries/oceanic.js';

/**
 * One scenario for bots written with different libraries. Each bot does the same steps on the same messages, and
 * posts everything in #rigs after its own name.
 */

/** Logs a bot in; resolves with a function to end it, or rejects with `Skipped` when the library is missing. */
export type StartLibraryBot = (account: BotAccount) => Promise<{ stop(): Promise<void> }>;

const PERMISSIONS = ['ManageWebhooks', 'ManageThreads'];

async function buttonAndForm(mia: ActorPerson, name: string): Promise<void> {
  const { message_id } = await mia.runs(`/menu-${name.toLowerCase()}`, { topic: 'foxes' });
  const menu = (await mia.messages()).find(({ id }) => id === message_id);
  assert.equal(menu?.content, 'Menu of foxes');
  const { state } = await mia.clicks('Form', { message: menu.id });
  assert.equal(state, 'modal');
  await mia.fills({ Name: 'Ada' });
  const hello = await mia.sees(`${name}: hello Ada`);
  assert.equal(hello.ephemeral, true);
}

/** The file, the edit, the thread, the reaction, the webhook and the members requested by op 8. */
async function everythingElse(stage: Stage, mia: ActorPerson, name: string): Promise<void> {
  await mia.posts(`${name} work`);
  const report = await mia.sees(`${name} worked`);
  const { people, guild } = await stage.actor.world();
  const members = guild.members.length;
  assert.ok(members > people.length);
  assert.equal(report.content, `${name} worked: ${members} members, caught Unknown Message 10008`);
  const seen = await mia.messages();
  const said = (text: string): SeenMessage | undefined => seen.find(({ content }) => content === text);
  const note = said(`${name} edited`);
  assert.equal(note?.attachments[0]?.name, 'note.txt');
  assert.equal(await (await fetch(note.attachments[0].url)).text(), `note of ${name}`);
  assert.notEqual(note.edited_at, null);
  assert.deepEqual(
    note.reactions.map(({ emoji }) => emoji),
    ['👍'],
  );
  assert.equal(note.thread?.name, `${name} thread`);
  await mia.sees(`${name} in the thread`, { channel: note.thread.id });
  assert.equal(said(`${name} by webhook`)?.author.name, `${name} hook`);
}

async function resumes(stage: Stage, mia: ActorPerson, name: string, bot: string): Promise<void> {
  await stage.fault('reconnect', { bot });
  await mia.sees(`${name} resumed`);
  await mia.posts(`${name} ping`);
  await mia.sees(`${name} pong`);
}

async function waitsOutRateLimits(stage: Stage, mia: ActorPerson, name: string, bot: string): Promise<void> {
  const place = { method: 'POST', path: '/channels/*/messages', bot };
  const limit = { kind: 'rate-limit', scope: 'user', retry_after_ms: 100, times: 2 };
  const fault = await stage.fault('rest', { ...place, ...limit });
  await mia.posts(`${name} hurry`);
  await mia.sees(`${name} made it`);
  await fault.taken();
}

const library = (name: string, of: string, start: StartLibraryBot): Behaviour => ({
  name: `${of} logs in, answers commands, buttons and forms, works, resumes and waits out a 429`,
  async run(stage) {
    const { account } = await stage.freshBot({ name, permissions: PERMISSIONS });
    const problemsBefore = (await stage.actor.problems()).length;
    const bot = await start(account);
    const { mia } = stage;
    try {
      const { channels } = await stage.actor.world();
      const count = channels.filter(({ kind }) => kind === 'text').length;
      await mia.sees(`${name} ready: Rigsmith Playground, ${count} channels`);
      await buttonAndForm(mia, name);
      await everythingElse(stage, mia, name);
      await resumes(stage, mia, name, account.userId);
      await waitsOutRateLimits(stage, mia, name, account.userId);
      const problems = (await stage.actor.problems()).slice(problemsBefore);
      const own = problems.filter((problem) => problem.bot === name && problem.code !== 10008);
      assert.deepEqual(own, []);
    } finally {
      await bot.stop();
    }
  },
});

export const libraries: Behaviour[] = [
  { ...library('Jessie', 'discord.js', startDiscordJs), checkOnly: true },
  library('Ocean', 'oceanic.js', startOceanic),
  library('Monty', 'discord.py', startDiscordPy),
];
