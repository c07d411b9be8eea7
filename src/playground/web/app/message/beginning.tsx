import { useActing } from '../acting.js';
import { ChannelMark } from '../channels/list.js';

/** The introduction of a channel, above its first message. */
export function Beginning() {
  const { channel } = useActing();
  if (!channel) return null;
  const { kind, name, topic } = channel;
  const title = kind === 'text' ? `Welcome to #${name}` : name;
  const first =
    kind === 'dm'
      ? `This is the beginning of your direct messages with ${name}.`
      : (topic ?? 'This is the beginning of this conversation.');
  return (
    <header class="beginning">
      <span class="beginning-icon">
        <ChannelMark channel={channel} size={36} />
      </span>
      <h2>{title}</h2>
      <p>{first}</p>
      {name === 'welcome' && (
        <p>
          A Discord, a Solana network and a wallet, all on this machine: no account, no key, no real money.
          Follow the steps above, or type <kbd>/</kbd> to see every command.
        </p>
      )}
    </header>
  );
}
