import { useActing } from '../acting.js';
import { ChannelMark } from '../channels/list.js';
import { Welcome } from '../guide/welcome.js';

/** The introduction of a channel, above its first message. */
export function Beginning() {
  const { t, channel } = useActing();
  if (!channel) return null;
  const { kind, name, topic } = channel;
  const title = kind === 'text' ? t('playground.chat.welcome', { channel: name }) : name;
  const first =
    kind === 'dm' ? t('playground.chat.begin_direct', { name }) : (topic ?? t('playground.chat.begin'));
  return (
    <header class="beginning">
      <span class="beginning-icon">
        <ChannelMark channel={channel} size={36} />
      </span>
      <h2>{title}</h2>
      <p>{first}</p>
      {name === 'welcome' && kind === 'text' && <Welcome />}
    </header>
  );
}
