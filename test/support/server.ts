import { defaultSettings } from '../../src/bot/settings/store.js';

/** A server without settings: everybody may do everything everywhere. */
export const freeServer = {
  rules: {
    check: async () => undefined,
    checkRoles: async () => undefined,
    checkText: async () => undefined,
  },
  settings: { of: async () => defaultSettings },
  hasSpoilers: async () => false,
};
