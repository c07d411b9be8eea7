import type { Person } from '../types.js';
import { createAuthorizing } from './authorizing.js';
import { createBuying } from './buying.js';
import { createCommanding } from './commanding.js';
import type { PeopleDeps } from './deps.js';
import { createFinder } from './finder.js';
import { checkLocale } from './locale.js';
import { createPosting } from './posting.js';
import { createReacting } from './reacting.js';
import { createSight } from './sight.js';
import { createSlowmode } from './slowmode.js';
import { createThreading } from './threading.js';
import { createUsing } from './using.js';
import { watch } from './watch.js';

/**
 * A member using Discord. Runs the checks of Discord's client, then sends interactions to the bot over the gateway.
 */
export function createPerson(deps: PeopleDeps, userId: string): Person {
  const { state, hub, views } = deps;
  const name = state.users.get(userId)!.username;
  const finder = createFinder(state, userId);
  const slowmode = createSlowmode(state, userId);

  return {
    get member() {
      return views.member(userId);
    },
    channels: () => views.channelsOf(userId),
    ...createCommanding(deps, userId, finder),
    ...createUsing(deps, userId, finder),
    ...createPosting(deps, userId, finder, slowmode),
    ...createReacting(deps, userId, finder),
    ...createBuying(deps, userId),
    ...createAuthorizing(deps, userId),
    ...createThreading(deps, userId, finder, slowmode),
    useLocale(locale) {
      checkLocale(locale);
      state.users.get(userId)!.locale = locale;
      hub.announce({ type: 'member', memberId: userId });
    },
    see: (channelId) => views.messages(finder.seenChannel(channelId).id, userId),
    typing: (channelId) =>
      deps.typing
        .in(finder.seenChannel(channelId).id)
        .filter((id) => id !== userId)
        .map((id) => views.member(id)),
    waitFor: (predicate, options = {}) => {
      const sight = createSight(state, views, userId, options.channelId);
      return watch(hub, sight, predicate, { who: name, ...options });
    },
  };
}
