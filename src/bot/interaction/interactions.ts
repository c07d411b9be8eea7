import { Events } from 'discord.js';
import type { Command } from '../command.js';
import type { BotContext } from '../context.js';
import type { PendingNotice } from '../delivery/pending-notice.js';
import type { Flows } from '../features.js';
import type { Connection } from '../gateway/connection.js';
import { createAdmission } from './admission.js';
import { createAnswering } from './answering.js';
import { createPayloads } from './payloads.js';
import { createRegistration } from './register.js';
import { createRouter } from './router.js';
import { createUnanswered } from './unanswered.js';

/** Registers the commands of the bot and answers its interactions. */
export function createInteractionHandling(options: {
  connection: Pick<Connection, 'eachClient' | 'clientOf' | 'whileMember'>;
  commands: readonly Command[];
  flows: Flows;
  context: BotContext;
  /** Notices that go below the next answer of their member. */
  pendingNotices: (memberId: string) => Promise<PendingNotice[]>;
}) {
  const { connection, commands, flows, context, pendingNotices } = options;
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
  const payloads = createPayloads();
  const route = createRouter({ commands, flows, answering, payloadOf: payloads.take, log });
  connection.eachClient((client) => {
    payloads.collect(client);
    client.on(Events.InteractionCreate, (interaction) =>
      connection.whileMember(() => void route(interaction)),
    );
  });
  const { clientOf } = connection;
  const { rest } = discord;
  const unanswered = createUnanswered({ rest, clientOf, interactions, drawOf, route, languages, clock, log });
  const resume = async (): Promise<void> => {
    await answering.handBack();
    await unanswered.resume();
  };
  const register = createRegistration({ ...discord, commands, copy, clock, log }).attempt;
  return {
    register,
    rounds: [
      { name: 'command registration', everyMs: 30_000, round: register },
      { name: 'unanswered interactions', everyMs: 4_000, isEverywhere: true, round: resume },
    ],
    stop: answering.stop,
  };
}
