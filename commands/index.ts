import type { Command } from '../src/bot/command.js';
import ask from './ask.js';
import buy from './buy.js';
import credits from './credits.js';
import gift from './gift.js';
import language from './language.js';
import link from './link.js';
import linkPanel from './link-panel.js';
import mod from './mod.js';
import moderate from './moderate.js';
import packs from './packs.js';
import payments from './payments.js';
import pipelines from './pipelines.js';
import privacy from './privacy.js';
import quota from './quota.js';
import rig from './rig.js';
import rigThis from './rig-this.js';
import rigs from './rigs.js';
import settings from './settings.js';
import status from './status.js';
import talk from './talk.js';
import unlink from './unlink.js';
import verifyBot from './verify-bot.js';
import wallet from './wallet.js';

/** All commands of the bot. The router, the registration and the README use this list. */
export const commands: readonly Command[] = [
  link,
  unlink,
  wallet,
  credits,
  gift,
  packs,
  buy,
  payments,
  pipelines,
  rig,
  rigs,
  rigThis,
  talk,
  ask,
  privacy,
  language,
  verifyBot,
  status,
  mod,
  moderate,
  settings,
  quota,
  linkPanel,
];
