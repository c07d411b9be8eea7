import { createCasesFeature } from './cases/feature.js';
import { createCreditsFeature } from './credits/feature.js';
import type { BotFeature } from './feature.js';
import { createHomeFeature } from './home/feature.js';
import { createInteractionFeature } from './interaction/feature.js';
import { createLanguageFeature } from './language/feature.js';
import { createLinkFeature } from './link/feature.js';
import { createLinkedRolesFeature } from './linked-roles/feature.js';
import { createMemberRoleFeature } from './member-role/feature.js';
import { createModerationFeature } from './moderation/feature.js';
import { createNoticesFeature } from './notices/feature.js';
import { createPremiumFeature } from './premium/feature.js';
import { createPrivacyFeature } from './privacy/feature.js';
import { createPurchaseFeature } from './purchase/feature.js';
import { createRetentionFeature } from './retention/feature.js';
import { createRigFeature } from './rig/feature.js';
import { createSessionFeature } from './session/feature.js';
import { createStatusFeature } from './status/feature.js';
import { createTalkFeature } from './talk/feature.js';

/** All features of the bot. Their order is the order of cards below an answer and of files in a data export. */
export const features = [
  createSessionFeature,
  createInteractionFeature,
  createNoticesFeature,
  createLinkFeature,
  createPurchaseFeature,
  createPremiumFeature,
  createRigFeature,
  createTalkFeature,
  createCreditsFeature,
  createStatusFeature,
  createModerationFeature,
  createMemberRoleFeature,
  createLinkedRolesFeature,
  createCasesFeature,
  createLanguageFeature,
  createPrivacyFeature,
  createHomeFeature,
  createRetentionFeature,
] as const;

type FlowsOf<Create> = Create extends (...context: never) => BotFeature<infer Each> ? Each : never;
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The use-cases that commands may call. */
export type Flows = Together<FlowsOf<(typeof features)[number]>>;
