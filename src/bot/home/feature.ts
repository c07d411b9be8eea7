import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';
import { homePage } from './page.js';

/** The page at the root of the public address. */
export const createHomeFeature = ({ config: { pages, homeLinks } }: BotContext) =>
  ({ flows: {}, pages: [homePage({ folder: pages.home, links: homeLinks })] }) satisfies BotFeature;
