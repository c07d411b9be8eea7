import type { Turn } from '../../../../src/service/agents/brain.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';

export const turn = (content: string, attachments: Turn['attachments'] = []): Turn => ({
  role: 'user',
  content,
  attachments,
  proposals: [],
  finishReason: null,
  memory: null,
});
/** What the last of some messages asks for, and the character under discussion after it. */
export const says = (...lines: string[]) => {
  const { wishes, talk } = follow(lines.map((line) => turn(line)));
  return { kind: wishes[0]?.kind, draft: talk.draft };
};
