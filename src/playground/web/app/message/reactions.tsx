import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';

/** Reactions under a message; a press adds or removes the own reaction. */
export function ReactionBar({ message }: { message: SeenMessage }) {
  const { t, person, memberId, world, attempt } = useActing();
  if (message.reactions.length === 0) return null;
  const nameOf = (id: string) =>
    world.guild.members.find((each) => each.id === id)?.display_name ?? t('playground.message.somebody');
  return (
    <div class="reactions">
      {message.reactions.map(({ emoji, member_ids }) => {
        const isMine = member_ids.includes(memberId);
        const names = member_ids.map(nameOf).join(', ');
        const react = person.reacts.bind(null, emoji, message.id);
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isMine}
            aria-label={`${emoji} ${member_ids.length}: ${names}`}
            title={names}
            onClick={() => void attempt(react({ channel: message.channel_id, taken: isMine }))}
          >
            <span>{emoji}</span> {member_ids.length}
          </button>
        );
      })}
    </div>
  );
}
