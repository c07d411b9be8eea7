import { note } from '../cards/card.js';
import { isNews, readyWords, rigCard } from '../cards/rig.js';
import type { Messenger } from '../messenger.js';
import { becauseOf } from '../refusal.js';
import type { DrawRefused } from '../refused-news.js';
import { progressBar } from '../text.js';
import type { createRigFlow } from './flow.js';
import type { RigJob, RigStore } from './store.js';

/** How a rig stands, for a member who cannot see its card. */
function standing({ generation, deletedAt }: RigJob): string {
  if (deletedAt !== null) return 'It was deleted.';
  switch (generation.status) {
    case 'queued':
      return 'It waits for its turn.';
    case 'running':
      return `It is being made: ${progressBar(generation.progress)}`;
    case 'succeeded':
      return 'It is **done**.';
    case 'failed':
      return `It failed: ${generation.error?.detail ?? 'something went wrong on our side.'}`;
    case 'canceled':
      return 'It was cancelled.';
  }
}

/** Direct messages about an account, as far as rigs need them. */
type Notices = {
  tell(notice: {
    id: string;
    memberId: string;
    kind: 'rig_unseen';
    address: string;
    refersAt: null;
  }): Promise<void>;
};

/** Brings a rig to its member: on its card, on every copy of it, and by a ping if they asked for one. */
export function createRigTeller(deps: {
  flow: Pick<ReturnType<typeof createRigFlow>, 'find' | 'files'>;
  store: Pick<RigStore, 'copiesOf' | 'pinged'>;
  messenger: Pick<Messenger, 'edit' | 'deliver'>;
  notices: Notices;
  /** How long the channel takes no further edit, ms. */
  pauseMs: (channelId: string) => number;
}) {
  const { flow, store, messenger, notices, pauseMs } = deps;

  /** Every message that shows it is edited, also when one of them is refused. @returns whether its own is still there */
  const draw = async (job: RigJob): Promise<boolean> => {
    const card = rigCard(job, await flow.files(job));
    const copies = job.deletedAt === null ? [] : await store.copiesOf(job.id);
    const edits = [job, ...copies].map(({ channelId, messageId }) =>
      messenger.edit(channelId, messageId, card),
    );
    const settled = await Promise.allSettled(edits);
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return (settled[0] as PromiseFulfilledResult<'edited' | 'gone'>).value === 'edited';
  };

  /** A rig that nobody sees end has used up credits all the same. Once a rig. */
  const tellUnseen = ({ id, memberId }: RigJob): Promise<void> =>
    notices.tell({
      id: `rig_unseen/${id}`,
      memberId,
      kind: 'rig_unseen',
      address: id,
      refersAt: null,
    });

  const instead: DrawRefused = async (id, { channelId, reason }) => {
    const job = await flow.find(id);
    if (!job) return null;
    const says = [
      standing(job),
      `I can’t update its card in <#${channelId}>, because ${becauseOf[reason]}.`,
      'See it in another channel with `/rigs`.',
    ];
    const key = job.generation.finished_at === null ? 'underway' : job.generation.status;
    const accent = job.generation.status === 'succeeded' ? 'good' : 'waiting';
    return { memberId: job.memberId, key, card: note('About your rig', says.join('\n'), accent) };
  };

  return {
    instead,
    async deliver(id: string): Promise<number | undefined> {
      const job = await flow.find(id);
      if (!job) return undefined;
      const waitMs = job.generation.finished_at ? 0 : pauseMs(job.channelId);
      if (waitMs > 0) return waitMs;
      const isShown = await draw(job);
      if (job.deletedAt !== null || !isNews(job.generation)) return undefined;
      if (!isShown && !job.owesPing) await tellUnseen(job);
      if (!job.owesPing) return undefined;
      const ping = { mention: job.memberId, replyTo: job.messageId };
      await messenger.deliver(job.channelId, readyWords(job), `ping/${id}`, ping);
      await store.pinged(id);
      return undefined;
    },
  };
}
