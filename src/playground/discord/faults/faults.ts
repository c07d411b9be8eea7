import type { AuditLog } from '../domain/audit-log.js';
import type { Membership } from '../domain/membership.js';
import type { Messages } from '../domain/messages.js';
import type { GuildThreads } from '../domain/threads.js';
import { PersonError, refusalOfCode } from '../failure.js';
import type { GatewayFaults } from '../gateway/line-faults.js';
import type { EventHub } from '../hub.js';
import { inEnglish, say } from '../sayings.js';
import { ChannelType } from '../state/model.js';
import { findGuild, type State } from '../state/state.js';
import type { Faults } from '../types.js';
import type { InteractionFaults } from './interaction-faults.js';
import { createMembershipFaults } from './membership.js';
import type { GuildOutage } from './outage.js';
import { createPermissionFaults } from './permissions.js';
import type { RestFaults } from './rest-faults.js';
import { createRoleFaults } from './roles.js';
import { createTokenFaults } from './tokens.js';

/** Combines all faults behind one interface. Throws `PersonError` for unknown bots, channels and messages. */
export function createFaultDesk(deps: {
  state: State;
  hub: EventHub;
  messages: Messages;
  threads: GuildThreads;
  gateway: GatewayFaults;
  interactions: InteractionFaults;
  rest: RestFaults;
  outage: GuildOutage;
  membership: Membership;
  auditLog: AuditLog;
}): Faults {
  const { state, messages, threads, gateway, interactions, rest, outage } = deps;
  const permissions = createPermissionFaults({ ...deps, changeChannel: threads.change });
  const membership = createMembershipFaults(deps);
  const tokens = createTokenFaults({
    state,
    disconnect: (botUserId, code) => gateway.closeGateway({ code, botUserId }),
  });
  const lasting = [tokens, gateway, interactions, rest, outage, membership, permissions];

  const checkBot = (botUserId: string | undefined): void => {
    if (botUserId !== undefined && !state.users.get(botUserId)?.bot)
      throw new PersonError(`Unknown bot ${botUserId}.`);
  };
  const checkTimes = (times: number | undefined): void => {
    if (times !== undefined && !(times >= 1)) throw new PersonError('times must be at least 1.');
  };

  const sayings = () => lasting.flatMap((faults) => faults.active());

  return {
    dropGateway(botUserId) {
      checkBot(botUserId);
      gateway.dropGateway(botUserId);
    },
    reconnect(botUserId) {
      checkBot(botUserId);
      gateway.reconnect(botUserId);
    },
    invalidSession(resumable, botUserId) {
      checkBot(botUserId);
      gateway.invalidSession(resumable, botUserId);
    },
    withholdHeartbeatAcks(withheld, botUserId) {
      checkBot(botUserId);
      gateway.withholdHeartbeatAcks(withheld, botUserId);
    },
    interactions(fault) {
      checkBot(fault.botUserId);
      checkTimes(fault.times);
      if (!fault.duplicated && !fault.delayMs)
        throw new PersonError('Set duplicated, or a delay of at least 1 ms.');
      interactions.add(fault);
    },
    rest(fault) {
      checkBot(fault.botUserId);
      checkTimes(fault.times);
      if (fault.kind === 'refusal' && !refusalOfCode(fault.code))
        throw new PersonError(`The local Discord knows no refusal with the code ${fault.code}.`);
      rest.add(fault);
    },
    deleteMessage(channelId, messageId) {
      const message = state.messages.get(channelId)?.get(messageId);
      if (!message) throw new PersonError(`Channel ${channelId} has no message ${messageId}.`);
      messages.remove(message);
    },
    deleteChannel(channelId) {
      const channel = state.channels.get(channelId);
      if (!channel) throw new PersonError(`Unknown channel ${channelId}.`);
      if (channel.type === ChannelType.Dm) throw new PersonError(say('direct_kept'));
      threads.remove(channel);
    },
    ...createRoleFaults(deps),
    setPermission: permissions.set,
    setThread({ threadId, archived, locked }) {
      const channel = state.channels.get(threadId);
      if (!channel?.thread) throw new PersonError(`Unknown thread ${threadId}.`);
      if (archived === undefined && locked === undefined)
        throw new PersonError('Set archived, locked or both.');
      const { thread } = channel;
      threads.change(channel, () => {
        if (locked !== undefined) thread.locked = locked;
        if (archived === undefined || archived === thread.archived) return;
        Object.assign(thread, { archived, archivedAt: state.clock.now() });
      });
    },
    outage: (unavailable, guild) => outage.set(findGuild(state, guild), unavailable),
    kick: membership.kick,
    ban: membership.ban,
    unban: membership.unban,
    invite: membership.invite,
    closeGateway(fault) {
      checkBot(fault.botUserId);
      if (!Number.isInteger(fault.code) || fault.code < 4_000 || fault.code > 4_999)
        throw new PersonError('The close code must be from 4000 to 4999.');
      gateway.closeGateway(fault);
    },
    withholdReady(withheld, botUserId) {
      checkBot(botUserId);
      gateway.withholdReady(withheld, botUserId);
    },
    revokeToken(revoked, botUserId) {
      checkBot(botUserId);
      tokens.set(revoked, botUserId);
    },
    sayings,
    active: () => sayings().map(inEnglish),
    clear() {
      for (const faults of lasting) faults.clear();
    },
  };
}
