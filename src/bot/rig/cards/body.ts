/** The cards of a rig that was stopped before it cost anything: its body is uncertain, or there is no body. */
import type { ErrorCode } from '../../../base/errors.js';
import type { Generation } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, picture, text } from '../../cards/card.js';
import { type BodyKind, bodies } from '../bodies.js';
import { bodiesPicture } from '../pictures.js';
import type { RigJob } from '../rows.js';
import { signature } from './signature.js';
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
      ...choices(job, press.remove, t),
      spending(job, balance, t),
    ],
    [bodiesPicture()],
  );

/**
 * Says that there is no body, and what to send instead. Files can be rigged anyway, because a chair with a face is
 * somebody's character.
 */
export function noBodyCard(job: RigJob, { asked, why, press, balance }: Stopped, t: Translate): Card {
  const { type } = job.generation;
  const title = heading(t('rig.no_body.title'), asked);
  if (type === 'text')
    return card('waiting', [
      title,
      text(why, t('rig.no_body.free')),
      actions(press.change, press.remove),
      finePrint(signature(job)),
    ]);
  const says = type === 'mesh' ? t('rig.no_body.model') : t('rig.no_body.picture');
  const anyway = [t('rig.no_body.anyway'), bodyPrice(job.generation, balance, t)].filter(Boolean).join(' ');
  return card(
    'waiting',
    [title, text(says), text(anyway), ...choices(job, press.remove, t), spending(job, balance, t)],
    [bodiesPicture()],
  );
}

const buttonName = (kind: BodyKind, t: Translate) => t(`rig.body.${kind}.button`);

/** The pictures of the bodies, and below them the buttons with their numbers. */
function choices({ id, memberId }: RigJob, remove: ReturnType<typeof button>, t: Translate) {
  const choose = (kind: BodyKind) => {
    const label = t('rig.body.choice.button', {
      number: bodies.indexOf(kind) + 1,
      name: buttonName(kind, t),
    });
    return button(label, 'rig:body', memberId, `${id}/${kind}`);
  };
  const names = t.list(bodies.map((kind) => buttonName(kind, t)));
  return [
    picture(bodiesPicture().name, t('rig.body.pictures', { names })),
    actions(...bodies.slice(0, 4).map(choose)),
    actions(...bodies.slice(4).map(choose)),
    actions(remove),
  ];
}
