import { z } from 'zod';
import { createDocSearch } from '../docs.js';
import { defineTool, type FoundPassage } from './tool.js';

const mostPassages = 3;

export const searchDocs = defineTool({
  name: 'search_docs',
  label: 'Looking it up',
  description:
    'Searches the documents of this place: what Rigsmith does, commands, wallets, payments, rigs, limits, and what the operator and the managers of the server wrote. Use it for any question on how this place works.',
  input: z.object({ query: z.string().min(1).max(300) }),
  async run({ query }, { sources, documents = '' }) {
    const ofServer = documents === '' ? [] : createDocSearch([documents])(query, mostPassages);
    const others = await sources.searchDocs(query, mostPassages);
    const found: FoundPassage[] = [...ofServer.map((passage) => ({ ...passage, isOwn: true })), ...others];
    return { value: found.slice(0, mostPassages) };
  },
});
