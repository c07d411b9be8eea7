import { AppError, type ErrorCode, errorTable } from '../../../base/errors.js';
import { type Generation, type GenerationStatus, stage as stages } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import {
  type Accent,
  actions,
  button,
  type Card,
  card,
  download,
  finePrint,
  heading,
  linkButton,
  note,
  pictures,
  text,
  type Words,
} from '../../cards/card.js';
import { errorText } from '../../failure.js';
import { clip, plain, progressBar } from '../../text.js';
import { fileStem } from '../naming.js';
import type { RigJob } from '../rows.js';
import { bodyCard, noBodyCard, stopOf } from './body.js';
import { clipMenus } from './clips.js';
import { bodyLine, clipsLine, finePrintOf, type Output, outputLines, seedLines } from './facts.js';
import { formatMenu } from './formats.js';
import { secondReading } from './second-reading.js';
import { signature } from './signature.js';
import { givenBackLine, type Purse, priced, spending } from './spending.js';
import { variations } from './variations.js';
import { waitText } from './wait.js';

/** A finished rig's files as bytes; null for a file that is only linked. */
export type RigFiles = {
  preview: Uint8Array | null;
  turntable: Uint8Array | null;
  model: Uint8Array | null;
};

const noFiles: RigFiles = { preview: null, turntable: null, model: null };

/** As in the choices of `/rigs`. */
export const statusName = (status: GenerationStatus, t: Translate): string =>
  t(`command.rigs.option.status.choice.${status}`);

/** The member's prompt, quoted. */
export const asked = ({ input, type }: Generation, t: Translate): string =>
  input.prompt ? `> ${clip(plain(input.prompt), 900)}` : `> *${t(`rig.source.${type}`)}*`;

/**
 * Why a rig failed. The service says it in English, so readers of other languages get the text of its code first.
 */
export function failureText({ error }: Generation, t: Translate): string {
  if (!error) return t('rig.card.failed.unknown');
  const code = Object.hasOwn(errorTable, error.code) ? (error.code as ErrorCode) : 'internal';
  return clip(errorText(new AppError(code, error.detail), t), 1000);
}

/**
 * The live card of a rig, a function of its state.
 * @param files used once it is finished; null while they are not known
 */
export function rigCard(job: RigJob, files: RigFiles | null, t: Translate, balance: Purse = 'private'): Card {
  const { generation, memberId } = job;
  const lines = (
    accent: Accent,
    title: string,
    body: (string | null)[],
    press = actions(),
    end = finePrint(signature(job)),
  ): Card => card(accent, [heading(title, asked(generation, t)), text(...body), press, end]);
  const cancel = actions(button(t('rig.cancel.button'), 'rig:cancel', memberId, job.id));
  const givenBack = givenBackLine(generation, t);

  if (job.deletedAt !== null)
    return card('over', [
      heading(t('rig.card.deleted.title'), t('rig.card.deleted.body')),
      finePrint(signature(job)),
    ]);
  switch (generation.status) {
    case 'queued':
      return lines(
        'waiting',
        t('rig.card.queued.title'),
        [queueLine(generation, t), held(generation, t)],
        cancel,
      );
    case 'running':
      return lines('waiting', t('rig.card.running.title'), progressLines(generation, t), cancel);
    case 'failed':
      if (stopOf(generation)) return stoppedCard(job, balance, t);
      return lines(
        'bad',
        t('rig.card.failed.title'),
        [failureText(generation, t), givenBack && `-# ${givenBack}`],
        onceMore(job, t('rig.retry.button'), balance, t),
        spending(job, balance, t),
      );
    case 'canceled':
      return lines(
        'over',
        t('rig.card.canceled.title'),
        [givenBack],
        onceMore(job, t('rig.make_anyway.button'), balance, t),
        spending(job, balance, t),
      );
    case 'succeeded':
      return finishedCard(job, files ?? noFiles, balance, t);
  }
}

const again = ({ memberId, id }: RigJob, label: string) =>
  button(label, 'rig:again', memberId, id, 'primary');
/** Another character of the same kind: with a new seed, or from other files, because the same ones give the same rig. */
const another = (job: RigJob, balance: Purse, t: Translate) => {
  const { generation, memberId, id } = job;
  const label = priced(t('rig.another.button'), generation, balance, t);
  if (generation.seeded !== false) return again(job, label);
  return generation.input.prompt === null && button(label, 'rig:another', memberId, id, 'primary');
};
const change = ({ memberId, id }: RigJob, t: Translate) =>
  button(t('rig.change.button'), 'rig:change', memberId, id);
const remove = ({ memberId, id }: RigJob, t: Translate) =>
  button(t('rig.delete.button'), 'rig:delete', memberId, id);
const onceMore = (job: RigJob, label: string, balance: Purse, t: Translate) =>
  actions(again(job, priced(label, job.generation, balance, t)), change(job, t), remove(job, t));

/** The place in the queue, and the time until the rig is finished. Not every service knows the time. */
const queueLine = (
  { queue_position: place, eta_seconds: seconds, priority }: Generation,
  t: Translate,
): string =>
  [
    priority && t('rig.card.queued.first'),
    t('rig.card.queued.place', { ahead: Math.max(0, (place ?? 1) - 1) }),
    seconds && t('rig.card.queued.wait', { wait: waitText(seconds, t) }),
  ]
    .filter(Boolean)
    .join(' ');

// Not every service reports the cost of a rig. 0 then means unknown, and the line is omitted.
const held = ({ credits, paid_by }: Generation, t: Translate): string | null =>
  credits.held > 0
    ? `-# ${t(paid_by === 'server' ? 'rig.card.queued.held.pool' : 'rig.card.queued.held', { credits: credits.held })}`
    : null;

function progressLines({ stage, progress, eta_seconds }: Generation, t: Translate): (string | null)[] {
  const step = stage
    ? t('rig.card.running.step', {
        stage: t(`rig.stage.${stage}`),
        step: stages.options.indexOf(stage) + 1,
        steps: stages.options.length,
      })
    : t('rig.card.running.starting');
  const left = eta_seconds ? t('rig.card.running.left', { seconds: Math.ceil(eta_seconds) }) : null;
  return [progressBar(progress, t), finePrintOf([step, left])];
}

function finishedCard(job: RigJob, files: RigFiles, balance: Purse, t: Translate): Card {
  const { generation, memberId, id } = job;
  const { output } = generation;
  const title = t('rig.card.ready.title');
  if (!output) return note(title, t('rig.card.ready.no_files'), 'over');
  const shown = shownParts(job, output, files, t);
  const parts = [
    heading(title, asked(generation, t)),
    shown.pictures,
    ...clipMenus(job, t),
    formatMenu(job, t),
    text(...outputLines(output, generation, t)),
    ...secondReading(job, output, t),
    shown.model,
    actions(
      another(job, balance, t),
      change(job, t),
      button(t('rig.share.button'), 'rig:share', memberId, id),
      remove(job, t),
      linkButton(t('rig.view.button'), job.viewUrl),
    ),
    actions(...variations(job, balance, t), shown.link),
    actions(
      button(t('rig.keep.button'), 'rig:keep', memberId, id),
      button(t('rig.publish.button'), 'rig:publish', memberId, id),
    ),
    spending(job, balance, t, ...seedLines(generation, output, t)),
  ];
  return card('good', parts, shown.files);
}

/** Whether the rig ended by itself, not because its owner cancelled it. */
export const isEnded = ({ status }: Generation): boolean => status === 'succeeded' || status === 'failed';

function stoppedCard(job: RigJob, balance: Purse, t: Translate): Card {
  const press = { change: change(job, t), remove: remove(job, t) };
  const said = { asked: asked(job.generation, t), why: failureText(job.generation, t), press, balance };
  return stopOf(job.generation) === 'ambiguous_body' ? bodyCard(job, said, t) : noBodyCard(job, said, t);
}

/** Pings the member who asked for it when their rig ends. */
export const readyWords = ({ memberId, generation }: RigJob, t: Translate): Words => {
  const member = `<@${memberId}>`;
  const isReady = generation.status === 'succeeded';
  const stop = stopOf(generation);
  if (stop) return { content: t(stop === 'no_body' ? 'rig.ping.no_body' : 'rig.ping.body', { member }) };
  return { content: isReady ? t('rig.ping.ready', { member }) : t('rig.ping.failed', { member }) };
};

/** A finished rig shared in another channel, without the owner's buttons. */
export function sharedRigCard(job: RigJob, files: RigFiles, t: Translate): Card {
  const { memberId, generation, viewUrl } = job;
  const { output } = generation;
  const title = t('rig.shared.title');
  if (!output) return note(title, t('rig.card.ready.no_files'), 'over');
  const shown = shownParts(job, output, files, t);
  const madeBy = t('rig.shared.by', { member: `<@${memberId}>` });
  const parts = [
    heading(title, asked(generation, t)),
    shown.pictures,
    text(bodyLine(output, t), clipsLine(output, t)),
    shown.model,
    actions(linkButton(t('rig.view.button'), viewUrl), shown.link),
    finePrint([madeBy, ...seedLines(generation, output, t)].join(' · ')),
  ];
  return card('good', parts, shown.files);
}

function shownParts(
  { generation, hasSpoiler }: RigJob,
  { files }: Output,
  { preview, turntable, model }: RigFiles,
  t: Translate,
) {
  const stem = fileStem(generation);
  const glb = files.find(({ format }) => format === 'glb');
  const shown = [
    { name: `${stem}.webp`, description: t('rig.card.ready.turntable'), bytes: turntable },
    { name: `${stem}.png`, description: t('rig.card.ready.preview'), bytes: preview },
  ].filter(({ bytes }) => bytes !== null);
  const sent = [...shown, { name: `${stem}.glb`, bytes: model }];
  return {
    pictures: shown.length > 0 ? pictures(shown, hasSpoiler) : null,
    model: model && download(`${stem}.glb`),
    link: model ? null : linkButton(t('rig.download.button'), glb?.url),
    files: sent.flatMap(({ name, bytes }) => (bytes ? [{ name, attachment: Buffer.from(bytes) }] : [])),
  };
}
