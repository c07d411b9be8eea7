import { once } from 'node:events';
import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { type Home, startDiscordJs } from '../discord/bots.js';

/**
 * A bare discord.js bot in a process of its own. Its command `hello` takes the same two requests as a command of
 * Rigsmith, the acknowledgement and the card, and does nothing between them. Started by `fork`, with its home as message.
 */
const card = {
  flags: MessageFlags.IsComponentsV2,
  components: [
    {
      type: ComponentType.Container,
      components: [
        { type: ComponentType.TextDisplay, content: '### Link a wallet first\nCredits belong to a wallet.' },
        {
          type: ComponentType.ActionRow,
          components: [
            {
              type: ComponentType.Button,
              style: ButtonStyle.Primary,
              custom_id: 'hello',
              label: 'Link a wallet',
            },
          ],
        },
      ],
    },
  ],
} as const;

const [home] = (await once(process, 'message')) as [Home];
await startDiscordJs(home, 'hello', async (interaction) => {
  await interaction.deferReply({ flags: MessageFlags.Ephemeral, withResponse: true });
  await interaction.editReply(card);
});
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
