/** A person in Discord. */
export type Member = { id: string; name: string };

/** The reply message. Known before the flow runs, so it can store the ids. */
export type Place = { guildId: string; guildName: string; channelId: string; messageId: string };
