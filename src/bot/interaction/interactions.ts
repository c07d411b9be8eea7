import { type Client, Events } from 'discord.js';
import type { Command } from '../command.js';
import type { BotContext } from '../context.js';
import type { PendingNotice } from '../delivery/pending-notice.js';
import type { Flows } from '../features.js';
import { createAdmission } from './admission.js';
import { createAnswering } from './answering.js';
import { collectPayloads } from './payloads.js';
import { createRegistration } from './register.js';
import { createRouter } from './router.js';
import { createUnanswered } from './unanswered.js';

/** Registers the commands of the bot and answers its interactions. */
export function createInteractionHandling(options: {
  client: Client;
  commands: readonly Command[];
  flows: Flows;
  context: BotContext;
  /** Notices that go below the next answer of their member. */
  pendingNotices: (memberId: string) => Promise<PendingNotice[]>;
}) {
  const { client, commands, flows, context, pendingNotices } = options;
  const { discord, copy, languages, interactions, hooks, clock, log } = context;
  const { drawOf } = hooks;
  const answering = createAnswering({
    flows,
    pendingNotices,
    languages,
    interactions,
    drawOf,
    admission: createAdmission(clock),
    metrics: context.metrics,
    clock,
    log,
  });
  const payloadOf = collectPayloads(client);
  const route = createRouter({ commands, flows, answering, payloadOf, log });
  client.on(Events.InteractionCreate, (interaction) => void route(interaction));
  const unanswered = createUnanswered({ client, interactions, drawOf, route, languages, clock, log });
  const register = createRegistration({ ...discord, commands, copy, clock, log }).attempt;
  return {
    register,
    rounds: [{ name: 'command registration', everyMs: 30_000, round: register }],
    /** Answers what an earlier process left open, in the background. */
    resume: () =>
      void unanswered
        .resume()
        .catch((error) =>
          log.error({ err: error }, 'open interactions of the last run could not be answered'),
        ),
    stop: answering.stop,
  };
}
