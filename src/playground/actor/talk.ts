import type { FastifyInstance } from 'fastify';
import type { LocalDiscord } from '../discord/types.js';
import * as body from './body.js';
import { readAs } from './failure.js';
import { findChannel } from './place.js';
import { toWire } from './wire.js';

type Named = { Params: { name: string } };

/** Mounts a person's actions on existing messages, threads and their own client. */
export function mountTalk(app: FastifyInstance, discord: LocalDiscord): void {
  app.post<Named>('/people/:name/edit', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, message, content } = readAs(body.edit, sent);
    const channelId = findChannel(person, channel).id;
    return { message: toWire(await person.edit({ channelId, messageId: message, content })) };
  });
  app.post<Named>('/people/:name/delete', async ({ params, body: sent }, reply) => {
    const person = discord.as(params.name);
    const { channel, message } = readAs(body.remove, sent);
    await person.remove({ channelId: findChannel(person, channel).id, messageId: message });
    return reply.code(204).send();
  });
  app.post<Named>('/people/:name/react', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, message, ...reaction } = readAs(body.react, sent);
    const channelId = findChannel(person, channel).id;
    return { message: toWire(person.react({ channelId, messageId: message, ...reaction })) };
  });
  app.post<Named>('/people/:name/vote', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, message, answers } = readAs(body.vote, sent);
    const channelId = findChannel(person, channel).id;
    return { message: toWire(person.vote({ channelId, messageId: message, answers })) };
  });
  app.post<Named>('/people/:name/entitlements', async ({ params, body: sent }, reply) => {
    const { sku, application_id } = readAs(body.entitlement, sent);
    const id = discord.as(params.name).buy({ skuId: sku, applicationId: application_id });
    return reply.code(201).send({ id });
  });
  app.post<{ Params: { name: string; id: string } }>(
    '/people/:name/entitlements/:id/refund',
    async ({ params }, reply) => {
      discord.as(params.name).getRefund(params.id);
      return reply.code(204).send();
    },
  );
  app.post<Named>('/people/:name/authorize', async ({ params, body: sent }) => {
    const { url, agrees } = readAs(body.authorize, sent);
    return { redirect: discord.as(params.name).authorize(url, agrees) };
  });
  app.post<Named>('/people/:name/meets', async ({ params, body: sent }) => {
    const { conditions, application_id } = readAs(body.meets, sent);
    const person = discord.as(params.name);
    return { meets: person.meets(conditions, application_id), ...person.roleConnection(application_id) };
  });
  app.post<Named>('/people/:name/locale', async ({ params, body: sent }, reply) => {
    discord.as(params.name).useLocale(readAs(body.locale, sent).locale);
    return reply.code(204).send();
  });
  mountThreads(app, discord);
}

function mountThreads(app: FastifyInstance, discord: LocalDiscord): void {
  app.post<Named>('/people/:name/thread', async ({ params, body: sent }) => {
    const person = discord.as(params.name);
    const { channel, name, message, private: isPrivate } = readAs(body.thread, sent);
    const channelId = findChannel(person, channel).id;
    const from = message === undefined ? {} : { messageId: message };
    return { channel: toWire(await person.startThread({ channelId, name, private: isPrivate, ...from })) };
  });
  app.post<Named>('/people/:name/join', async ({ params, body: sent }, reply) => {
    const person = discord.as(params.name);
    const { thread, member } = readAs(body.join, sent);
    const { id } = findChannel(person, thread);
    if (member === undefined) person.joinThread(id);
    else person.addToThread(id, member);
    return reply.code(204).send();
  });
  app.post<Named>('/people/:name/leave', async ({ params, body: sent }, reply) => {
    const person = discord.as(params.name);
    person.leaveThread(findChannel(person, readAs(body.leave, sent).thread).id);
    return reply.code(204).send();
  });
  app.post<Named>('/people/:name/archive', async ({ params, body: sent }, reply) => {
    const person = discord.as(params.name);
    const { thread, archived } = readAs(body.archive, sent);
    person.archiveThread(findChannel(person, thread).id, archived);
    return reply.code(204).send();
  });
}
