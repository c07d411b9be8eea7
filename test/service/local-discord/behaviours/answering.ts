import { type Client, Events, type Interaction } from 'discord.js';
import type { Stage } from './behaviour.js';

const keyOf = (interaction: Interaction): string =>
  'commandName' in interaction ? interaction.commandName : interaction.customId;

/** Lets a person act and a client answer exactly one interaction; if either fails, both fail. */
export const createAnswering =
  (client: Client): Stage['answering'] =>
  async (key, act, answer) => {
    let listen: (interaction: Interaction) => void = () => {};
    const told = new Promise<Awaited<ReturnType<typeof answer>>>((resolve, reject) => {
      listen = (interaction) => {
        if (keyOf(interaction) !== key) return;
        client.off(Events.InteractionCreate, listen);
        answer(interaction as never).then(resolve as never, reject);
      };
      client.on(Events.InteractionCreate, listen);
    });
    try {
      const [seen, result] = await Promise.all([act(), told]);
      return { seen, told: result };
    } finally {
      client.off(Events.InteractionCreate, listen);
    }
  };
