import type { Messages } from '../domain/messages.js';
import type { Threads } from '../domain/threads.js';
import { PersonError } from '../failure.js';
import type { GatewayFaults } from '../gateway/line-faults.js';
import type { Hub } from '../hub.js';
import { ChannelType } from '../state/model.js';
import type { State } from '../state/state.js';
import type { Faults } from '../types.js';
import type { InteractionFaults } from './interaction-faults.js';
import { createPermissionFaults } from './permissions.js';
import type { RestFaults } from './rest-faults.js';

/** Everything that can be made to go wrong, behind one face. Bots and places that are not there: `PersonError`. */
export function createFaultDesk(deps: {
  state: State;
  hub: Hub;
  messages: Messages;
  threads: Threads;
  gateway: GatewayFaults;
  interactions: InteractionFaults;
  rest: RestFaults;
}): Faults {
  const { state, messages, threads, gateway, interactions, rest } = deps;
  const permissions = createPermissionFaults({ ...deps, changeChannel: threads.change });
  const lasting = [gateway, interactions, rest, permissions];

  const checkBot = (botUserId: string | undefined): void => {
    if (botUserId !== undefined && !state.users.get(botUserId)?.bot)
      throw new PersonError(`There is no bot ${botUserId}.`);
  };
  const checkTimes = (times: number | undefined): void => {
    if (times !== undefined && !(times >= 1)) throw new PersonError('A fault happens once or more often.');
  };

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
        throw new PersonError('An interaction can be duplicated, or delayed by some milliseconds.');
      interactions.add(fault);
    },
    rest(fault) {
      checkBot(fault.botUserId);
      checkTimes(fault.times);
      rest.add(fault);
    },
    deleteMessage(channelId, messageId) {
      const message = state.messages.get(channelId)?.get(messageId);
      if (!message) throw new PersonError(`There is no message ${messageId} in channel ${channelId}.`);
      messages.remove(message);
    },
    deleteChannel(channelId) {
      const channel = state.channels.get(channelId);
      if (!channel) throw new PersonError(`There is no channel ${channelId}.`);
      if (channel.type === ChannelType.Dm) throw new PersonError('Direct messages cannot be deleted.');
      threads.remove(channel);
    },
    setPermission: permissions.set,
    active: () => lasting.flatMap((faults) => faults.active()),
    clear() {
      for (const faults of lasting) faults.clear();
    },
  };
}
