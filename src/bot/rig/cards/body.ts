/** The cards of a rig that was stopped before it cost anything: its body is uncertain, or there is no body. */
import type { ErrorCode } from '../../../base/errors.js';
import type { Generation } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, heading, picture, text } from '../../cards/card.js';
import { type BodyKind, bodies } from '../bodies.js';
import { bodiesPicture } from '../pictures.js';
import type { RigJob } from '../rows.js';
import { bodyPrice, type Purse, spending } from './spending.js';

type Stop = Extract<ErrorCode, 'ambiguous_body' | 'no_body'>;

/** Why the service stopped before it charged anything. Services may never do so. */
export function stopOf({ status, error }: Generation): Stop | null {
  if (status !== 'failed') return null;
  return error?.code === 'ambiguous_body' || error?.code === 'no_body' ? error.code : null;
}

/** What both cards show. */
type Stopped = {
  asked: string;
  /** The refusal of a description, which names the words. */
  why: string;
  press: { change: ReturnType<typeof button>; remove: ReturnType<typeof button> };
  balance: Purse;
};

/** Asks which body it is, before anything is charged. */
export const bodyCard = (job: RigJob, { asked, press, balance }: Stopped, t: Translate): Card =>
  card(
    'waiting',
    [
      heading(t('rig.body.title'), asked),
      text([t('rig.body.text'), bodyPrice(job.generation, balance, t)].filter(Boolean).join(' ')),
      ...choices(job, actions(press.remove), t),
      spending(job, balance, t),
    ],
    [bodiesPicture()],
  );

/**
 * Says that there is no body, and what to send instead. It can be made anyway, because a chair with a face is a
 * character to its owner, and a description may name a creature that we don't know.
 */
export function noBodyCard(job: RigJob, { asked, why, press, balance }: Stopped, t: Translate): Card {
  const { type } = job.generation;
  const title = heading(t('rig.no_body.title'), asked);
  const says = {
    text: `${why} ${t('rig.no_body.free')}`,
    mesh: t('rig.no_body.model'),
    picture: t('rig.no_body.picture'),
  }[type === 'text' || type === 'mesh' ? type : 'picture'];
  const offer = type === 'text' ? t('rig.no_body.anyway.text') : t('rig.no_body.anyway');
  const anyway = [offer, bodyPrice(job.generation, balance, t)].filter(Boolean).join(' ');
  const others = type === 'text' ? actions(press.change, press.remove) : actions(press.remove);
  return card(
    'waiting',
    [title, text(says), text(anyway), ...choices(job, others, t), spending(job, balance, t)],
    [bodiesPicture()],
  );
}

const buttonName = (kind: BodyKind, t: Translate) => t(`rig.body.${kind}.button`);

/** The pictures of the bodies, and below them the buttons with their numbers. */
function choices({ id, memberId, generation }: RigJob, others: ReturnType<typeof actions>, t: Translate) {
  // A described character has one of the bodies; only a file can have another.
  const kinds = generation.type === 'text' ? bodies.filter((kind) => kind !== 'other') : bodies;
  const choose = (kind: BodyKind) => {
    const label = t('rig.body.choice.button', {
      number: bodies.indexOf(kind) + 1,
      name: buttonName(kind, t),
    });
    return button(label, 'rig:body', memberId, `${id}/${kind}`);
  };
  const names = t.list(kinds.map((kind) => buttonName(kind, t)));
  return [
    picture(bodiesPicture().name, t('rig.body.pictures', { names })),
    actions(...kinds.slice(0, 4).map(choose)),
    actions(...kinds.slice(4).map(choose)),
    others,
  ];
}
