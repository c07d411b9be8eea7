import type { Turn } from '../../../../src/service/agents/brain.js';
import type { ListedItem } from '../../../../src/service/agents/embedded/offers.js';
import { blank, follow, remembered } from '../../../../src/service/agents/embedded/talk.js';
import type { TalkState } from '../../../../src/service/agents/embedded/wish.js';

export const turn = (content: string, attachments: Turn['attachments'] = []): Turn => ({
  role: 'user',
  content,
  attachments,
  proposals: [],
  finishReason: null,
  memory: null,
});
/** An answer that listed something in a conversation. */
export const listing = (offers: readonly ListedItem[], talk: Partial<TalkState> = {}): Turn => ({
  ...turn('…'),
  role: 'agent',
  memory: remembered({ ...blank, ...talk }, offers),
});
/** What the last of some messages asks for, and the character under discussion after it. */
export const says = (...lines: string[]) => {
  const { wishes, talk } = follow(lines.map((line) => turn(line)));
  return { kind: wishes[0]?.kind, draft: talk.draft };
};
