import type { SeenMessage } from '../../../actor/client.js';
import { readableText } from '../../../actor/component.js';
import { type ActingState, useActing } from '../acting.js';
import { useReading } from '../live.js';
import { runOn } from '../people/card.js';
import { copy } from '../surface/copy.js';
import { Menu, type MenuGroup, type MenuItem } from '../surface/menu.js';
import type { Anchor } from '../surface/popout.js';

const QUICK_REACTIONS = ['👍', '❤️', '😂', '🎉', '👀', '🙏'];
const MANAGE_MESSAGES = 1n << 13n;
const ADMINISTRATOR = 1n << 3n;

/** Context menu of a message: reply, copy, edit, and commands of applications. */
export function MessageMenu(props: { message: SeenMessage; anchor: Anchor; onClose(): void }) {
  const { message } = props;
  const acting = useActing();
  const { t, person, memberId, world, attempt, dismissMessage } = acting;
  const commands = useReading(message.channel_id, () => person.commands(message.channel_id), []);
  if (!commands) return null;
  const isOwn = message.author.id === memberId && message.kind !== 'system';
  const me = world.guild.members.find(({ id }) => id === memberId);
  const powers = world.guild.roles.filter(({ name }) => me?.roles.includes(name));
  const moderates = powers.some(
    ({ permissions }) => (BigInt(permissions) & (MANAGE_MESSAGES | ADMINISTRATOR)) !== 0n,
  );
  const where = { channel: message.channel_id };
  const apps = commands.filter(({ kind }) => kind === 'message');

  const react = (emoji: string) => void attempt(person.reacts(emoji, message.id, where));
  const groups: MenuGroup[] = [
    {
      isRow: true,
      items: message.ephemeral
        ? []
        : QUICK_REACTIONS.map((emoji) => ({
            label: emoji,
            name: t('playground.message.react', { emoji }),
            run: () => react(emoji),
          })),
    },
    { items: changesOf(message, isOwn, acting) },
    message.ephemeral
      ? { items: [] }
      : {
          title: t('playground.message.apps'),
          items: apps.map((command) => ({
            label: command.name,
            icon: 'apps' as const,
            run: () => void attempt(runOn(person, command, message.channel_id, message.id)),
          })),
          empty: t('playground.message.no_apps'),
        },
    {
      items: message.ephemeral
        ? [{ label: t('playground.chat.dismiss'), icon: 'close', run: () => dismissMessage(message.id) }]
        : isOwn || moderates
          ? [
              {
                label: t('playground.message.delete'),
                icon: 'trash',
                danger: true,
                run: () => void attempt(person.deletes(message.id, where)),
              },
            ]
          : [],
    },
  ];
  return (
    <Menu
      label={t('playground.message.actions')}
      anchor={props.anchor}
      groups={groups}
      onClose={props.onClose}
    />
  );
}

/** What concerns the message itself: reply, thread, edit, copy. */
function changesOf(message: SeenMessage, isOwn: boolean, acting: ActingState): MenuItem[] {
  const { t, person, channel, attempt, replyTo, edit, openChannel } = acting;
  const where = { channel: message.channel_id };
  const text = readableText(message);
  const startThread = async () => {
    const name = text.replace(/\s+/g, ' ').slice(0, 40).trim() || t('playground.message.thread.name');
    const thread = await attempt(person.startsThread(name, { ...where, message: message.id }));
    if (thread) openChannel(thread.id);
  };

  return [
    ...(!message.ephemeral && channel?.can_send
      ? [{ label: t('playground.message.reply'), icon: 'reply' as const, run: () => replyTo(message) }]
      : []),
    ...(channel?.kind === 'text' && !message.thread && !message.ephemeral && message.kind !== 'system'
      ? [{ label: t('playground.message.thread'), icon: 'thread' as const, run: () => void startThread() }]
      : []),
    ...(isOwn
      ? [{ label: t('playground.message.edit'), icon: 'edit' as const, run: () => edit(message) }]
      : []),
    ...(text
      ? [{ label: t('playground.message.copy_text'), icon: 'copy' as const, run: () => copy(text, acting) }]
      : []),
    { label: t('playground.message.copy_id'), icon: 'id', run: () => copy(message.id, acting) },
  ];
}
