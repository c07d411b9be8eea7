/** Candidate paths where the specification leaves them open, most common first. `{…}` as in the contract. */
const paths: Readonly<Record<string, readonly string[]>> = {
  postMessage: [
    '/api/agents/conversations/{conversation_id}/messages',
    '/api/agents/conversations/{conversation_id}',
    '/api/agents/conversations/{conversation_id}/message',
    '/api/agents/conversations/{conversation_id}/chat',
    '/api/agents/conversations/{conversation_id}/send',
  ],
  listMessages: [
    '/api/agents/conversations/{conversation_id}/messages',
    '/api/agents/conversations/{conversation_id}',
    '/api/agents/conversations/{conversation_id}/history',
  ],
  listConversations: [
    '/api/agents/conversations/',
    '/api/agents/conversations',
    '/api/agent/default/conversations',
  ],
};

export const pathsOf = ({ id, path }: { id: string; path: string }): readonly string[] => paths[id] ?? [path];

/** Endpoints the specification names. A 404 from one of them is never remembered as missing. */
const specified: ReadonlySet<string> = new Set([
  'createNonce',
  'signInWithWallet',
  'refreshSession',
  'logout',
  'generate',
  'textToRig',
  'imageToRig',
  'multiImageToRig',
  'listGenerations',
  'listPipelines',
  'readPipeline',
  'createConversation',
  'postMessage',
  'readConversation',
  'listPacks',
  'createIntent',
  'confirmIntent',
  'readCredits',
]);

export const isSpecified = (endpointId: string): boolean => specified.has(endpointId);
