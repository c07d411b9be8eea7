import type { InteractionStore, KeptInteraction } from './store.js';

/**
 * What this process could not store about its interactions, because the database or Discord was away. It waits here
 * until the database takes it: answers that were shown, so that no other process gives them again, and interactions
 * without one, which any process can then answer, as those of a process that ended.
 */
export function createLeftOver({ leave, answered }: Pick<InteractionStore, 'leave' | 'answered'>) {
  const waiting = new Map<string, KeptInteraction>();
  const shown = new Map<string, string | null>();
  return {
    add: (interaction: KeptInteraction): void => void waiting.set(interaction.id, interaction),
    /** @param messageId of the answer, as for `answered` */
    addShown: (id: string, messageId: string | null): void => void shown.set(id, messageId),
    /** @throws while the database is away */
    async handBack(): Promise<void> {
      for (const [id, messageId] of [...shown]) {
        await answered(id, messageId);
        shown.delete(id);
      }
      for (const interaction of [...waiting.values()]) {
        await leave(interaction);
        waiting.delete(interaction.id);
      }
    },
  };
}
