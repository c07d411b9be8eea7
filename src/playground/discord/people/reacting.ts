import { createReactions } from '../domain/reactions.js';
import { PersonError, Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { say } from '../sayings.js';
import { may } from '../state/access.js';
import { ChannelType } from '../state/model.js';
import type { Person } from '../types.js';
import type { PeopleDeps } from './deps.js';
import type { Finder } from './finder.js';

/** Reactions and poll votes of a person. */
export function createReacting(
  deps: PeopleDeps,
  userId: string,
  { seenChannel, seenMessage }: Finder,
): Pick<Person, 'react' | 'vote'> {
  const { state, views } = deps;
  const reactions = createReactions(deps);
  return {
    vote({ channelId, messageId, answers }) {
      const message = seenMessage(channelId, messageId);
      if (seenChannel(channelId).thread?.archived) throw new PersonError(say('vote_archived'));
      deps.polls.vote(message, userId, answers);
      return views.message(message);
    },
    react({ channelId, messageId, emoji, taken = false }) {
      const channel = seenChannel(channelId);
      const message = seenMessage(channelId, messageId);
      if (message.ephemeralFor !== null) throw new PersonError(say('hidden_reaction'));
      if (channel.thread?.archived) throw new PersonError(say('react_archived'));
      const isNew = !taken && !message.reactions?.has(emoji) && channel.type !== ChannelType.Dm;
      if (isNew && !may(state, channel, userId, Permission.AddReactions))
        throw new PersonError(
          say('may_not_react', { name: state.users.get(userId)!.username, channel: channel.name }),
        );
      try {
        reactions[taken ? 'remove' : 'add'](message, emoji, userId);
      } catch (error) {
        throw error instanceof Refusal ? new PersonError(`${error.message}.`) : error;
      }
      return views.message(message);
    },
  };
}
