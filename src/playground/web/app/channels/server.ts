import { useMemo, useRef } from 'preact/hooks';
import type { SeenChannel, SeenWorld } from '../../../actor/client.js';

/**
 * The server that is shown: that of the open channel, and the last one while direct messages are open.
 * @param options.serverId from the address, used until the channels are known
 */
export function useServer(options: {
  world: SeenWorld;
  channels: readonly SeenChannel[];
  channel: SeenChannel | undefined;
  serverId: string | null;
}) {
  const { world, channels, channel, serverId } = options;
  const last = useRef(serverId ?? world.guild.id);
  const visited = useRef(new Map<string, string>());
  last.current = (channel ? channel.guild_id : serverId) ?? last.current;
  if (channel?.guild_id) visited.current.set(channel.guild_id, channel.id);
  const shownId = last.current;
  const shown = useMemo(() => {
    const guild = world.guilds.find(({ id }) => id === shownId) ?? world.guild;
    return { ...world, guild };
  }, [world, shownId]);
  const here = useMemo(
    () => channels.filter(({ guild_id }) => guild_id === null || guild_id === shown.guild.id),
    [channels, shown],
  );
  return {
    /** The world with the shown server as `guild`. */
    world: shown,
    /** Channels of the shown server, and direct messages. */
    here,
    /** The channel of a server to open: the last one there, else the first. */
    channelToOpen(id: string): string | undefined {
      const there = channels.filter(({ guild_id }) => guild_id === id);
      return (there.find((each) => each.id === visited.current.get(id)) ?? there[0])?.id;
    },
  };
}
