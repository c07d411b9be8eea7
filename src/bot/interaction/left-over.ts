import type { InteractionStore, KeptInteraction } from './store.js';

/**
 * Interactions that are acknowledged and were not answered, because the database or Discord was away. They wait here
 * until the database takes them; then any process can answer them, as those of a process that ended.
 */
export function createLeftOver({ leave }: Pick<InteractionStore, 'leave'>) {
  const waiting = new Map<string, KeptInteraction>();
  return {
    add: (interaction: KeptInteraction): void => void waiting.set(interaction.id, interaction),
    /** @throws while the database is away */
    async handBack(): Promise<void> {
      for (const interaction of [...waiting.values()]) {
        await leave(interaction);
        waiting.delete(interaction.id);
      }
    },
  };
}
