import { z } from 'zod';
import { defineTool } from './tool.js';

export const searchDocs = defineTool({
  name: 'search_docs',
  label: 'Looking it up',
  description:
    'Searches the documents of Rigsmith itself: commands, wallets, payments, rigs, limits, operation. Use it for any question on how this place works.',
  input: z.object({ query: z.string().min(1).max(300) }),
  run: async ({ query }, { sources }) => ({ value: await sources.searchDocs(query, 3) }),
});
