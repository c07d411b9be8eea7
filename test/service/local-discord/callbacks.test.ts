import {
  type Client,
  ComponentType,
  type Interaction,
  MessageFlags,
  type RepliableInteraction,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { channelId, startBot, startDiscord } from './world.js';

type Answering = (interaction: RepliableInteraction) => unknown;

const button = (label: string) => ({
  type: ComponentType.ActionRow as const,
  components: [{ type: ComponentType.Button as const, style: 1 as const, label, customId: label }],
});

/** A bot with `/go` and a person who uses it; `answer` may be replaced between uses. */
async function startGo(answer: Answering) {
  const discord = await startDiscord();
  const desk = { answer };
  const { client, errors } = await startBot(discord, [{ name: 'go', description: 'Go' }], (interaction) =>
    interaction.isRepliable() ? desk.answer(interaction) : undefined,
  );
  const rigs = channelId(discord, 'rigs');
  const mia = discord.as('mia');
  return {
    desk,
    discord,
    client,
    errors,
    mia,
    rigs,
    go: () => mia.run({ channelId: rigs, command: 'go' }),
    click: (messageId: string, label: string) => mia.click({ channelId: rigs, messageId, label }),
  };
}

/** A raw callback that the bot's own client would refuse to send. */
const call = (client: Client, { id, token }: Interaction, body: object, query = '') =>
  client.rest.post(`/interactions/${id}/${token}/callback${query}` as never, { body, auth: false });
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code: number; rawError?: { errors?: object } }) => [error.code, error.rawError?.errors],
  );

describe('callback types', () => {
  it('must fit the interaction: no PONG, no premium, no activity, no update without a message, no form for a form', async () => {
    const results: unknown[] = [];
    const form = {
      custom_id: 'form',
      title: 'Form',
      components: [{ type: 18, label: 'A', component: { type: 4, custom_id: 'a', style: 1 } }],
    };
    const world = await startGo(async (interaction) => {
      const data = { 7: { content: 'x' }, 8: { choices: [] } } as Record<number, object>;
      for (const type of [1, 6, 7, 8, 10, 12]) {
        const body = { type, ...(data[type] && { data: data[type] }) };
        results.push(await refusal(call(world.client, interaction, body)));
      }
      await call(world.client, interaction, { type: 9, data: form });
    });
    const { modalId } = await world.go();
    const message = expect.stringMatching(/^Value must be one of \{/);
    const refused = [50035, { type: { _errors: [{ code: 'BASE_TYPE_CHOICES', message }] } }];
    expect(results).toEqual(Array(6).fill(refused));

    world.desk.answer = async (interaction) => {
      results.push(await refusal(call(world.client, interaction, { type: 6 })));
      results.push(await refusal(call(world.client, interaction, { type: 9, data: form })));
      await call(world.client, interaction, { type: 5 });
    };
    await world.mia.submit({ modalId: modalId!, values: { a: 'b' } });
    expect(results.slice(6)).toEqual([refused, refused]);
    expect(world.errors).toEqual([]);
  });

  it('may update the message whose button opened the form', async () => {
    const world = await startGo((interaction) =>
      interaction.reply({ content: 'card', components: [button('Form')] }),
    );
    const { messageId } = await world.go();
    world.desk.answer = async (interaction) => {
      if (interaction.isButton())
        return interaction.showModal({
          customId: 'form',
          title: 'Form',
          components: [{ type: 18, label: 'A', component: { type: 4, customId: 'a', style: 1 } }],
        } as never);
      if (interaction.isModalSubmit() && interaction.isFromMessage())
        return interaction.update({ content: interaction.fields.getTextInputValue('a'), components: [] });
    };
    const { modalId } = await world.click(messageId!, 'Form');
    const outcome = await world.mia.submit({ modalId: modalId!, values: { a: 'filled' } });
    expect(outcome).toMatchObject({ state: 'updated', messageId });
    expect(world.mia.see(world.rigs)).toMatchObject([{ content: 'filled', components: [] }]);
    expect(world.errors).toEqual([]);
  });

  it('return the full response on request', async () => {
    const bodies: unknown[] = [];
    const world = await startGo(async (interaction) => {
      const body = { type: 4, data: { content: 'card', components: [button('Go')].map(rawButton) } };
      bodies.push(await call(world.client, interaction, body, '?with_response=true'));
    });
    const { messageId } = await world.go();
    world.desk.answer = async (interaction) => {
      bodies.push(await call(world.client, interaction, { type: 6 }, '?with_response=true'));
    };
    await world.click(messageId!, 'Go');
    world.desk.answer = async (interaction) => {
      const body = { type: 5, data: { flags: MessageFlags.Ephemeral } };
      bodies.push(await call(world.client, interaction, body, '?with_response=true'));
    };
    await world.go();
    await expect.poll(() => bodies.length).toBe(3);
    const stands = (ephemeral: boolean, loading: boolean) => ({
      response_message_ephemeral: ephemeral,
      response_message_loading: loading,
    });
    expect(bodies).toMatchObject([
      {
        interaction: { type: 2, response_message_id: messageId, ...stands(false, false) },
        resource: { type: 4, message: { id: messageId, content: 'card', type: 20 } },
      },
      { interaction: { type: 3, response_message_id: messageId } },
      { interaction: stands(true, true), resource: { type: 5 } },
    ]);
    expect(bodies[1]).not.toHaveProperty('resource');
    expect(bodies[2]).not.toHaveProperty('resource.message');
  });
});

describe('after a deferral', () => {
  it('stays as private as it was deferred, and the first follow-up fills it in', async () => {
    const world = await startGo(async (interaction) => {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.followUp({ content: 'filled' });
      await interaction.followUp({ content: 'for all' });
      await interaction.followUp({ content: 'for mia', flags: MessageFlags.Ephemeral });
    });
    const { messageId } = await world.go();
    await world.mia.waitFor((seen) => seen.find(({ content }) => content === 'for mia'));
    expect(world.mia.see(world.rigs)).toMatchObject([
      { id: messageId, content: 'filled', ephemeral: true, pending: false, kind: 'command' },
      { content: 'for all', ephemeral: false, kind: 'reply' },
      { content: 'for mia', ephemeral: true, replyTo: { messageId } },
    ]);
    expect(
      world.discord
        .as('sam')
        .see(world.rigs)
        .map(({ content }) => content),
    ).toEqual(['for all']);
    expect(world.errors).toEqual([]);
  });

  it('the bot reads, edits and deletes its answers by the webhook, ephemerals too', async () => {
    const seen: unknown[] = [];
    const world = await startGo(async (interaction) => {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply('first');
      const more = await interaction.followUp({ content: 'more', flags: MessageFlags.Ephemeral });
      seen.push((await interaction.webhook.fetchMessage(more.id)).content);
      await interaction.webhook.editMessage(more.id, 'edited');
      seen.push(
        (await interaction.webhook.fetchMessage(more.id)).content,
        (await interaction.fetchReply()).content,
      );
      await interaction.webhook.deleteMessage(more.id);
      await interaction.deleteReply();
      seen.push(await refusal(interaction.fetchReply()));
      await interaction.followUp({ content: 'end', flags: MessageFlags.Ephemeral });
    });
    await world.go();
    await world.mia.waitFor((all) => all.find(({ content }) => content === 'end'));
    expect(seen).toEqual(['more', 'edited', 'first', [10008, undefined]]);
    expect(world.mia.see(world.rigs).map(({ content }) => content)).toEqual(['end']);
    expect(world.errors).toEqual([]);
  });

  it('of an update, `@original` is the clicked message', async () => {
    const world = await startGo((interaction) =>
      interaction.reply({ content: 'card', components: [button('Go')] }),
    );
    const { messageId } = await world.go();
    const ids: string[] = [];
    world.desk.answer = async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      ids.push((await interaction.fetchReply()).id);
      await interaction.editReply({ content: 'done', components: [] });
    };
    expect(await world.click(messageId!, 'Go')).toMatchObject({ state: 'deferred', messageId });
    await world.mia.waitFor((seen) => seen.find(({ content }) => content === 'done'));
    expect(ids).toEqual([messageId]);
  });

  it('the answer may become a layout, but only from a message without text and embeds', async () => {
    const results: unknown[] = [];
    const layout = {
      flags: MessageFlags.IsComponentsV2,
      components: [{ type: 10, content: '# Hello' }],
    } as never;
    const world = await startGo(async (interaction) => {
      await interaction.deferReply();
      await interaction.editReply(layout);
      results.push(await refusal(interaction.editReply({ content: 'text again' })));
    });
    await world.go();
    await expect.poll(() => results.length).toBe(1);
    world.desk.answer = async (interaction) => {
      await interaction.reply('text');
      results.push(await refusal(interaction.editReply(layout)));
      await interaction.editReply({ ...(layout as object), content: null } as never);
    };
    await world.go();
    await world.mia.waitFor(
      (seen) => (seen.length === 2 && seen.every((one) => one.componentsV2)) || undefined,
    );
    const legacy = {
      _errors: [expect.objectContaining({ code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2' })],
    };
    expect(results).toEqual([
      [50035, { content: legacy }],
      [50035, { content: legacy }],
    ]);
    expect(world.errors).toEqual([]);
  });
});

describe('an answer to a click', () => {
  it('is a reply to the message that was clicked', async () => {
    const world = await startGo((interaction) =>
      interaction.reply({ content: 'card', components: [button('Go')] }),
    );
    const { messageId } = await world.go();
    world.desk.answer = (interaction) => interaction.reply('clicked');
    await world.click(messageId!, 'Go');
    const [, reply] = world.mia.see(world.rigs);
    expect(reply).toMatchObject({
      content: 'clicked',
      kind: 'reply',
      replyTo: { messageId, content: 'card' },
    });
    expect(await world.client.rest.get(`/channels/${world.rigs}/messages/${reply!.id}`)).toMatchObject({
      type: 19,
      message_reference: { message_id: messageId },
      interaction_metadata: { type: 3, interacted_message_id: messageId },
    });
  });
});

const rawButton = ({ type, components }: ReturnType<typeof button>) => ({
  type,
  components: components.map(({ customId, ...rest }) => ({ ...rest, custom_id: customId })),
});
