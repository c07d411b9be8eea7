import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { fill } from '../copy/fill.js';
import { Icon } from '../icons.js';
import { CommandMention } from '../markdown/command-mention.js';
import { MemberButton } from './member-button.js';

/** The line above a message: the message it replies to, or the command it answers. */
export function Above({ message }: { message: SeenMessage }) {
  const { t, world, openChannel } = useActing();
  const colorOf = (id: string) => world.guild.members.find((each) => each.id === id)?.avatar_color ?? '#888';
  const { reply_to, interaction } = message;
  if (interaction?.kind === 'command')
    return (
      <p class="above">
        <Avatar name={interaction.member_name} color={colorOf(interaction.member_id)} size={16} />
        <span>
          {fill(t('playground.message.used', { name: '{name}', command: '{command}' }), {
            name: (
              <MemberButton
                key="name"
                id={interaction.member_id}
                name={interaction.member_name}
                look="above-name"
              />
            ),
            command: interaction.command && <CommandMention key="command" name={interaction.command} />,
          })}
        </span>
      </p>
    );
  if (!reply_to || message.kind === 'system') return null;
  if (!reply_to.author_name)
    return (
      <p class="above">
        <Icon name="reply" size={14} /> <i>{t('playground.message.deleted')}</i>
      </p>
    );
  const author = world.guild.members.find(({ display_name }) => display_name === reply_to.author_name);
  return (
    <p class="above">
      {author && <Avatar name={author.display_name} color={author.avatar_color} size={16} />}
      <b>{reply_to.author_name}</b>
      <button
        type="button"
        class="above-text"
        onClick={() => openChannel(message.channel_id, reply_to.message_id)}
      >
        {oneLine(reply_to.content) || <i>{t('playground.message.press')}</i>}
      </button>
    </p>
  );
}

/** Strips Markdown to one plain line. */
const oneLine = (content: string): string =>
  content
    .replace(/```[\s\S]*?```/g, ' code ')
    .replace(/[*_~|`#>]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
