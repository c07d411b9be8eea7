/** A person in Discord. */
export type Member = { id: string; name: string };

/** The message an answer will stand in. Known before the use-case runs, so a flow can keep its ids. */
export type Place = { guildId: string; guildName: string; channelId: string; messageId: string };
