import { Events, GatewayIntentBits as Intents, type PollAnswer, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createAsker } from './asker.js';
import { channelId, createManualClock, login, next, startDiscord } from './world.js';

const HOUR = 60 * 60_000;
const POLL = {
  question: { text: 'Which animal?' },
  answers: [{ text: 'Fox', emoji: '🦊' }, { text: 'Owl' }],
  duration: 2,
  allowMultiselect: false,
};

async function createPolled() {
  // discord.js uses the wall clock to decide whether a poll has ended.
  const clock = createManualClock(Date.now());
  const discord = await startDiscord({ clock });
  const intents = [Intents.Guilds, Intents.GuildMessages, Intents.MessageContent, Intents.GuildMessagePolls];
  const client = await login(discord, { intents });
  const channel = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  const message = await channel.send({ poll: POLL });
  const vote = (name: string, answers: number[]) =>
    discord.as(name).vote({ channelId: channel.id, messageId: message.id, answers });
  return { clock, discord, client, channel, message, vote };
}

describe('a poll', () => {
  it('takes votes of people; the bot gets the events and reads who voted', async () => {
    const { discord, client, message, vote } = await createPolled();
    expect(message.poll?.question.text).toBe('Which animal?');
    const added = next<PollAnswer>((listener) => client.on(Events.MessagePollVoteAdd, listener as never));
    vote('mia', [1]);
    expect((await added).id).toBe(1);
    const removed = next<PollAnswer>((listener) =>
      client.on(Events.MessagePollVoteRemove, listener as never),
    );
    expect(vote('mia', [2]).poll?.answers.map(({ memberIds }) => memberIds.length)).toEqual([0, 1]);
    expect((await removed).id).toBe(1);
    const voters = await message.poll!.answers.get(2)!.voters.fetch();
    expect(voters.map(({ username }) => username)).toEqual(['mia']);
    expect(() => vote('sam', [1, 2])).toThrow('This poll allows one answer.');
    expect(() => vote('sam', [3])).toThrow('The poll has no answer 3.');
    expect(discord.problems()).toEqual([]);
  });

  it('ends at its time and announces the result', async () => {
    const { clock, discord, channel, vote } = await createPolled();
    vote('mia', [2]);
    clock.advance(2 * HOUR);
    const result = await discord.as('mia').waitFor((seen) => seen.find(({ kind }) => kind === 'system'));
    expect(result.content).toBe('closed a poll.');
    const [raw] = (await channel.messages.fetch({ limit: 1 })).values();
    const fields = Object.fromEntries(raw!.embeds[0]!.fields.map(({ name, value }) => [name, value]));
    expect([raw!.type, fields]).toEqual([
      46,
      {
        poll_question_text: 'Which animal?',
        victor_answer_votes: '1',
        total_votes: '1',
        victor_answer_id: '2',
        victor_answer_text: 'Owl',
      },
    ]);
    expect(() => vote('sam', [1])).toThrow('The poll has ended.');
  });

  it('is ended by its author, cannot be edited, and respects the length limits of its texts', async () => {
    const { discord, client, channel, message } = await createPolled();
    await expect(message.edit('other')).rejects.toMatchObject({ code: 520003 });
    expect((await message.poll!.end()).poll?.resultsFinalized).toBe(true);
    const plain = await channel.send('no poll');
    const path = `/channels/${channel.id}/polls/${plain.id}/expire` as const;
    await expect(client.rest.post(path)).rejects.toMatchObject({ code: 520006 });
    for (const poll of [
      { ...POLL, question: { text: 'x'.repeat(301) } },
      { ...POLL, answers: [{ text: 'x'.repeat(56) }] },
      { ...POLL, duration: 769 },
    ])
      await expect(channel.send({ poll })).rejects.toMatchObject({ code: 50035 });
    discord.faults.setPermission({ permission: 'SendPolls', allowed: false });
    await expect(channel.send({ poll: POLL })).rejects.toMatchObject({ code: 50013 });
  });
});

describe('a forward', () => {
  it('keeps the message text of that moment, in another channel', async () => {
    const { discord, client, channel } = await createPolled();
    const original = await channel.send('as it was');
    const agent = (await client.channels.fetch(channelId(discord, 'agent'))) as TextChannel;
    const forward = await original.forward(agent);
    await original.edit('as it is');
    const kept = await agent.messages.fetch({ message: forward.id, force: true });
    expect([kept.reference?.type, kept.content, kept.messageSnapshots.first()?.content]).toEqual([
      1,
      '',
      'as it was',
    ]);
    expect(discord.as('mia').see(agent.id).at(-1)?.forwarded).toEqual({
      channelId: channel.id,
      messageId: original.id,
      content: 'as it was',
    });
  });

  it('is refused for a poll, for a missing message, and for one the bot may not read', async () => {
    const { channel, message } = await createPolled();
    await expect(message.forward(channel)).rejects.toThrow();
    const { discord, ask, path } = await createAsker();
    const rigs = channelId(discord, 'rigs');
    const forward = (message_id: string) =>
      ask('POST', path.messages, { message_reference: { type: 1, channel_id: rigs, message_id } });
    expect(await forward('123456789012345678')).toMatchObject({ code: 10008 });
    const blind = await login(discord, {
      bot: discord.createBot({ name: 'Blind', privilegedIntents: false }),
      intents: [Intents.Guilds],
    });
    const { id } = await discord.as('mia').post({ channelId: rigs, content: 'secret' });
    const body = { message_reference: { type: 1, channel_id: rigs, message_id: id } };
    const sent = blind.rest.post(`/channels/${rigs}/messages`, { body });
    await expect(sent).rejects.toMatchObject({ code: 160014 });
    expect(await forward(id)).toMatchObject({ status: 200 });
  });
});
