/** A server without settings: everybody may do everything everywhere. */
export const freeServer = {
  rules: { check: async () => undefined },
  settings: {
    of: async () => ({
      rigChannels: [],
      talkChannels: [],
      rigRoles: [],
      talkRoles: [],
      logChannel: null,
      locale: null,
      isQuiet: false,
      mayMention: true,
    }),
  },
};
