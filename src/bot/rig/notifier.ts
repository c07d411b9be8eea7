import type { Translate } from '../../copy/translate.js';
import { note } from '../cards/card.js';
import type { Messenger } from '../delivery/messenger.js';
import { type DrawRefused, refusalText } from '../delivery/refused-news.js';
import type { Languages } from '../languages.js';
import { progressBar } from '../text.js';
import { failureText, isEnded, readyWords, rigCard } from './cards/rig.js';
import type { createRigFlow } from './flow.js';
import type { RigMessages } from './messages.js';
import type { RigJob } from './rows.js';

/** The state of a rig, for a member who cannot see its card. */
function standing({ generation, deletedAt }: RigJob, t: Translate): string {
  if (deletedAt !== null) return t('rig.unseen.deleted');
  const { status, progress } = generation;
  if (status === 'running') return t('rig.unseen.running', { progress: progressBar(progress, t) });
  if (status === 'failed') return t('rig.unseen.failed', { why: failureText(generation, t) });
  return t(`rig.unseen.${status}`);
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
export function createRigNotifier(deps: {
  flow: Pick<ReturnType<typeof createRigFlow>, 'find' | 'files'>;
  messages: Pick<RigMessages, 'copiesOf' | 'pinged'>;
  messenger: Pick<Messenger, 'edit' | 'editPrivate' | 'deliver'>;
  notices: Notices;
  languages: Pick<Languages, 'ofMember' | 'ofChannel'>;
  /** How long the channel takes no further edit, ms. */
  pauseMs: (channelId: string) => number;
}) {
  const { flow, messages, messenger, notices, languages, pauseMs } = deps;

  /**
   * Every message that shows it is edited, each in its language, also when one of them is refused.
   * @returns whether its own is still there
   */
  const draw = async (job: RigJob): Promise<boolean> => {
    const files = await flow.files(job);
    const copies = job.deletedAt === null ? [] : await messages.copiesOf(job.id);
    const own = rigCard(job, files, languages.ofChannel(job.locale), job.isPrivate ? null : 'private');
    const edits = [
      job.isPrivate
        ? messenger.editPrivate(job.messageId, own)
        : messenger.edit(job.channelId, job.messageId, own),
      ...copies.map(({ channelId, messageId, locale }) =>
        messenger.edit(channelId, messageId, rigCard(job, files, languages.ofChannel(locale ?? job.locale))),
      ),
    ];
    const settled = await Promise.allSettled(edits);
    const failed = settled.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return (settled[0] as PromiseFulfilledResult<'edited' | 'gone'>).value === 'edited';
  };

  /** The rig's card is gone, but the rig used credits, so its member gets one notice. */
  const tellUnseen = ({ id, memberId }: RigJob): Promise<void> =>
    notices.tell({
      id: `rig_unseen/${id}`,
      memberId,
      kind: 'rig_unseen',
      address: id,
      refersAt: null,
    });

  const instead: DrawRefused = async (id, refused) => {
    const job = await flow.find(id);
    if (!job) return null;
    const t = await languages.ofMember(job.memberId);
    const says = [standing(job, t), refusalText(refused, t), t('rig.unseen.remedy')];
    const key = job.generation.finished_at === null ? 'underway' : job.generation.status;
    const accent = job.generation.status === 'succeeded' ? 'good' : 'waiting';
    return { memberId: job.memberId, key, card: note(t('rig.unseen.title'), says.join('\n'), accent) };
  };

  return {
    instead,
    async deliver(id: string): Promise<number | undefined> {
      const job = await flow.find(id);
      if (!job) return undefined;
      const waitMs = job.generation.finished_at || job.isPrivate ? 0 : pauseMs(job.channelId);
      if (waitMs > 0) return waitMs;
      const isShown = await draw(job);
      if (job.deletedAt !== null || !isEnded(job.generation)) return undefined;
      if (!isShown && !job.owesPing) await tellUnseen(job);
      if (!job.owesPing) return undefined;
      const ping = { mention: job.memberId, replyTo: job.messageId };
      const words = readyWords(job, languages.ofChannel(job.locale));
      await messenger.deliver(job.channelId, words, `ping/${id}`, ping);
      await messages.pinged(id);
      return undefined;
    },
  };
}
