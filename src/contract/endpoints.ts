import * as agents from './agents.js';
import * as auth from './auth.js';
import type { Endpoint } from './endpoint.js';
import * as payments from './payments.js';
import * as rig from './rig.js';

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
  payments.listPacks,
  payments.createIntent,
  payments.listIntents,
  payments.readIntent,
  payments.confirmIntent,
  payments.cancelIntent,
  payments.grantEntitlement,
  payments.paymentWebhook,
  rig.listPipelines,
  rig.readPipeline,
  rig.textToRig,
  rig.imageToRig,
  rig.multiImageToRig,
  rig.generate,
  rig.listGenerations,
  rig.readGeneration,
  rig.cancelGeneration,
  rig.createUpload,
  agents.createConversation,
  agents.postMessage,
  agents.cancelRun,
  agents.listConversations,
  agents.readConversation,
  agents.listMessages,
] as const satisfies readonly Endpoint[];
