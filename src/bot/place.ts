/** A person in Discord. */
export type Member = { id: string; name: string };

/** The reply message, and the server's language. Known before the flow runs, so it can store them. */
export type Place = {
  guildId: string;
  guildName: string;
  channelId: string;
  messageId: string;
  locale: string;
};
