import type { FastifyInstance } from 'fastify';
import type { LocalDiscord, Outcome, Person } from '../discord/types.js';
import * as body from './body.js';
import { chosenKind, selectValues } from './component.js';
import { readAs } from './failure.js';
import {
  byCustomId,
  createIds,
  findChannel,
  findCommand,
  findModal,
  findNewestButton,
  findNewestSelect,
  resolveFields,
  resolveOptions,
  toFileInput,
  usersOf,
} from './place.js';
import { waitToSee } from './sight.js';
import { mountTalk } from './talk.js';
import { toWire } from './wire.js';

type Named = { Params: { name: string } };

/** Mounts the views and actions of a person at `/actor/people/{name}`. */
export function mountPeople(app: FastifyInstance, discord: LocalDiscord): void {
  mountSight(app, discord);
  mountCommands(app, discord);
  mountComponents(app, discord);
  mountWriting(app, discord);
  mountTalk(app, discord);
}

function mountSight(app: FastifyInstance, discord: LocalDiscord): void {
  app.get<Named>('/people/:name', async ({ params }) => toWire(discord.as(params.name).member));
  app.get<Named>('/people/:name/channels', async ({ params }) => ({
    channels: toWire(discord.as(params.name).channels()),
  }));
  app.get<Named>('/people/:name/commands', async ({ params, query }) => {
    const person = discord.as(params.name);
    const { channel } = readAs(body.channelQuery, query);
    return { commands: toWire(person.commands(findChannel(person, channel).id)) };
  });
  app.get<Named>('/people/:name/messages', async ({ params, query }) => {
    const person = discord.as(params.name);
    const { channel, limit } = readAs(body.channelQuery, query);
    const { id } = findChannel(person, channel);
    return {
      channel: id,
      messages: toWire(person.see(id).slice(-limit)),
      typing: toWire(person.typing(id)),
    };
  });
  app.get<Named>('/people/:name/modals', async ({ params }) => ({
    modals: toWire(discord.as(params.name).modals()),
  }));
  app.post<Named>('/people/:name/wait', async (request, reply) => {
    const seen = await waitToSee(discord.as(request.params.name), readAs(body.wait, request.body));
    return seen.found ? { message: toWire(seen.message) } : reply.code(408).send(seen.timeout);
  });
}

function mountCommands(app: FastifyInstance, discord: LocalDiscord): void {
  app.post<Named>('/people/:name/run', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const input = readAs(body.runBody, sent);
    const { id, guildId } = findChannel(person, input.channel);
    const command = findCommand(person, id, input.command, input.application_id);
    const outcome = await person.run({
      channelId: id,
      command: command.name,
      options: resolveOptions(discord, guildId, command, input.options),
      attachments: Object.fromEntries(Object.entries(input.attachments).map(([k, v]) => [k, toFileInput(v)])),
      targetId: command.kind === 'user' ? personId(discord, input.target) : input.target,
      applicationId: input.application_id ?? command.applicationId,
    });
    return answer(person, outcome);
  });
  app.post<Named>('/people/:name/autocomplete', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, command, option, value, options } = readAs(body.autocomplete, sent);
    const { id } = findChannel(person, channel);
    const { name } = findCommand(person, id, command);
    return { choices: await person.autocomplete({ channelId: id, command: name, option, value, options }) };
  });
}

function mountComponents(app: FastifyInstance, discord: LocalDiscord): void {
  app.post<Named>('/people/:name/click', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { message, component } = findNewestButton(person, readAs(body.click, sent));
    const which =
      typeof component.custom_id === 'string'
        ? { customId: component.custom_id }
        : { label: String(component.label) };
    return answer(
      person,
      await person.click({ channelId: message.channelId, messageId: message.id, ...which }),
    );
  });
  app.post<Named>('/people/:name/select', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const input = readAs(body.select, sent);
    const { message, component } = findNewestSelect(person, input);
    const idOf = createIds(discord, findChannel(person, message.channelId).guildId);
    const kind = chosenKind(component);
    const outcome = await person.select({
      channelId: message.channelId,
      messageId: message.id,
      customId: String(component.custom_id),
      values: selectValues(component, input.values).map((value) => idOf(kind, value)),
    });
    return answer(person, outcome);
  });
  app.post<Named>('/people/:name/submit', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const input = readAs(body.submit, sent);
    const modal = findModal(person, input.modal);
    const files = Object.entries(input.files).map(([name, list]) => [name, list.map(toFileInput)] as const);
    const outcome = await person.submit({
      modalId: modal.id,
      values: resolveFields(discord, findChannel(person, modal.channelId).guildId, modal, input.values),
      files: byCustomId(modal, Object.fromEntries(files)),
    });
    return answer(person, outcome);
  });
  app.post<Named>('/people/:name/dismiss', async ({ params, body: sent }, reply) => {
    const person = discord.as(params.name);
    person.dismiss(findModal(person, readAs(body.dismiss, sent).modal).id);
    return reply.code(204).send();
  });
}

function mountWriting(app: FastifyInstance, discord: LocalDiscord): void {
  app.post<Named>('/people/:name/post', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, content, attachments, reply_to } = readAs(body.post, sent);
    const message = await person.post({
      channelId: findChannel(person, channel).id,
      content,
      attachments: attachments.map(toFileInput),
      replyTo: reply_to,
    });
    return { message: toWire(message) };
  });
  app.post<Named>('/people/:name/dm', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    return { channel: person.dm(readAs(body.dm, sent).with) };
  });
}

const personId = (discord: LocalDiscord, target?: string): string | undefined =>
  usersOf(discord).find(({ id, username }) => id === target || username === target)?.id ?? target;

/** An outcome together with the modal it opened. */
function answer(person: Person, outcome: Outcome) {
  const modal = person.modals().find(({ id }) => id === outcome.modalId) ?? null;
  return toWire({ ...outcome, modal });
}
