import type { PendingNotice } from './delivery/pending-notice.js';
import type { BotFeature, FeatureHooks } from './feature.js';

type Name = keyof FeatureHooks;

/**
 * The hooks of all features as one. Reads the list at each call, because features are created with these hooks before
 * the list is complete.
 */
export function combineHooks(features: readonly BotFeature[]): FeatureHooks {
  const those = <N extends Name>(name: N): FeatureHooks[N][] =>
    features.flatMap(({ hooks }) => (hooks?.[name] as FeatureHooks[N] | undefined) ?? []);

  const tellAll =
    <T extends unknown[]>(listenersOf: () => ((...event: T) => Promise<void>)[]) =>
    async (...event: T): Promise<void> => {
      await Promise.all(listenersOf().map((listener) => listener(...event)));
    };

  const firstAnswer =
    <Q extends unknown[], A>(answerersOf: () => ((...question: Q) => Promise<A | null>)[]) =>
    async (...question: Q): Promise<A | null> => {
      for (const answerer of answerersOf()) {
        const answer = await answerer(...question);
        if (answer !== null) return answer;
      }
      return null;
    };

  return {
    unfinished: firstAnswer(() => those('unfinished')),
    onLinked: tellAll(() => those('onLinked')),
    onWalletChanged: tellAll(() => those('onWalletChanged')),
    onFigures: tellAll(() => those('onFigures')),
    onWalletLost: tellAll(() => those('onWalletLost')),
    unlinkAll: firstAnswer(() => those('unlinkAll')),
    onSettings: tellAll(() => those('onSettings')),
    onLeaving: tellAll(() => those('onLeaving')),
    onGeneration: tellAll(() => those('onGeneration')),
    onIntent: tellAll(() => those('onIntent')),
    onAccessBack: tellAll(() => those('onAccessBack')),
    drawOf: firstAnswer(() => those('drawOf')),
    buyerOf: firstAnswer(() => those('buyerOf')),
    beginLinkedRole: firstAnswer(() => those('beginLinkedRole')),
    hasLinkedRole: firstAnswer(() => those('hasLinkedRole')),
    showGeneration: firstAnswer(() => those('showGeneration')),
    async pendingNotices(memberId) {
      const notices: PendingNotice[] = [];
      for (const pendingNotices of those('pendingNotices')) notices.push(...(await pendingNotices(memberId)));
      return notices;
    },
  };
}
