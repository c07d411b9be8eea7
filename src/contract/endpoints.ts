import * as versions from './agent-versions.js';
import * as agents from './agents.js';
import * as auth from './auth.js';
import type { Endpoint } from './endpoint.js';
import * as entitlement from './entitlement.js';
import * as gifts from './gifts.js';
import * as limits from './limits.js';
import * as moderation from './moderation.js';
import * as cases from './payment-cases.js';
import * as payments from './payments.js';
import * as pipelines from './pipelines.js';
import * as pool from './pool.js';
import * as words from './prompt-help.js';
import * as proposals from './proposals.js';
import * as rig from './rig.js';
import * as clip from './rig-clip.js';
import * as download from './rig-download.js';
import * as quote from './rig-quote.js';
import * as specs from './rig-spec.js';
import * as uploads from './uploads.js';
import * as visitor from './visitor.js';

/** Every endpoint of the service, in the order the OpenAPI document lists them. */
export const endpoints = [
  auth.createNonce,
  auth.signInWithWallet,
  auth.refreshSession,
  auth.logout,
  auth.listSessions,
  auth.revokeSession,
  auth.revokeSessions,
  auth.readUser,
  payments.readCredits,
  payments.listCreditEntries,
  gifts.giveCredits,
  pool.giveToPool,
  payments.listPacks,
  payments.createIntent,
  payments.listIntents,
  payments.readIntent,
  payments.confirmIntent,
  payments.addIntentPayer,
  payments.cancelIntent,
  entitlement.grantEntitlement,
  entitlement.returnEntitlement,
  cases.listPaymentCases,
  cases.decidePaymentCase,
  payments.paymentWebhook,
  pipelines.listPipelines,
  pipelines.readPipeline,
  quote.quoteRig,
  words.promptHelp,
  specs.describeSpec,
  rig.textToRig,
  rig.imageToRig,
  rig.multiImageToRig,
  rig.generate,
  rig.listGenerations,
  rig.readGeneration,
  rig.cancelGeneration,
  rig.repeatGeneration,
  rig.deleteGeneration,
  clip.showClip,
  download.convertGeneration,
  uploads.createUpload,
  agents.createConversation,
  agents.postMessage,
  agents.regenerateAnswer,
  agents.continueAnswer,
  agents.cancelRun,
  versions.chooseVersion,
  versions.branchConversation,
  agents.listConversations,
  agents.readConversation,
  agents.renameConversation,
  agents.closeConversation,
  agents.reopenConversation,
  agents.listMessages,
  proposals.listProposals,
  proposals.readProposal,
  proposals.acceptProposal,
  proposals.dismissProposal,
  visitor.joinVisitor,
  moderation.readMember,
  moderation.changeCredits,
  moderation.refundRig,
  pool.readPool,
  limits.blockMember,
  limits.liftBlock,
  limits.listBlocks,
  limits.setQuota,
  limits.listQuotas,
  limits.readQuotaUse,
] as const satisfies readonly Endpoint[];
