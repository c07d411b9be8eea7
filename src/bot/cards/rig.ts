import type { Generation } from '../../contract/rig.js';
import type { RigJob } from '../rig/store.js';
import { clip, creditsText, plain, progressBar } from '../text.js';
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
} from './card.js';

/** A finished rig's files as bytes; null for a file that is only linked. */
export type RigFiles = {
  preview: Uint8Array | null;
  turntable: Uint8Array | null;
  model: Uint8Array | null;
};

const noFiles: RigFiles = { preview: null, turntable: null, model: null };

export const sources: Record<Generation['type'], string> = {
  text: 'from text',
  image: 'from a picture',
  multi_image: 'from several pictures',
  mesh: 'from a mesh',
};

const stages = {
  interpret: 'Reading your request',
  model: 'Shaping the body',
  rig: 'Placing the joints',
  skin: 'Binding skin to joints',
  animate: 'Adding animations',
  render: 'Rendering previews',
  validate: 'Checking the file',
} satisfies Record<NonNullable<Generation['stage']>, string>;
const stageNames = Object.keys(stages);

/** The member's prompt, quoted. */
export const asked = ({ input, type }: Generation): string =>
  input.prompt ? `> ${clip(plain(input.prompt), 900)}` : `> *${sources[type]}*`;

const signed = ({ memberId, id }: RigJob, ...facts: string[]) =>
  finePrint([`<@${memberId}>`, ...facts, id].join(' · '));

/** The live card of a rig, a function of its state; `files` are used once it is finished. */
export function rigCard(job: RigJob, files: RigFiles = noFiles): Card {
  const { generation, memberId } = job;
  const lines = (accent: Accent, title: string, body: (string | null)[], press = actions()): Card =>
    card(accent, [heading(title, asked(generation)), text(...body), press, signed(job)]);
  const cancel = actions(button('Cancel', 'rig:cancel', memberId, job.id));
  const givenBack = givenBackLine(generation);

  if (job.deletedAt !== null)
    return card('over', [heading('Deleted', 'This rig, its files and its links were deleted.'), signed(job)]);
  switch (generation.status) {
    case 'queued':
      return lines('waiting', 'In the queue', [queueLine(generation), held(generation)], cancel);
    case 'running':
      return lines('waiting', 'Making your character', progressLines(generation), cancel);
    case 'failed': {
      const why = generation.error?.detail ?? 'Something went wrong on our side.';
      return lines(
        'bad',
        "Couldn't make this one",
        [clip(why, 1000), givenBack && `-# ${givenBack}`],
        onceMore(job, 'Try again'),
      );
    }
    case 'canceled':
      return lines('over', 'Cancelled', [givenBack], onceMore(job, 'Make it anyway'));
    case 'succeeded':
      return finishedCard(job, files);
  }
}

const again = ({ memberId, id }: RigJob, label: string) =>
  button(label, 'rig:again', memberId, id, 'primary');
const change = ({ memberId, id }: RigJob) => button('Change', 'rig:change', memberId, id);
const remove = ({ memberId, id }: RigJob) => button('Delete', 'rig:delete', memberId, id);
const onceMore = (job: RigJob, label: string) => actions(again(job, label), change(job), remove(job));

const queueLine = ({ queue_position: place }: Generation): string =>
  place && place > 1 ? `**${place - 1}** ahead of you.` : 'You are next.';

// A service need not name what a rig costs: 0 then means unknown, and the line is left out.
const held = ({ credits }: Generation): string | null =>
  credits.held > 0 ? `-# ${creditsText(credits.held)} on hold; returned if it fails.` : null;

const givenBackLine = ({ credits }: Generation): string | null =>
  credits.refunded > 0 ? `${creditsText(credits.refunded)} returned.` : null;

function progressLines({ stage, progress, eta_seconds }: Generation): string[] {
  const step = stage
    ? `${stages[stage]} (${stageNames.indexOf(stage) + 1} of ${stageNames.length})`
    : 'Starting';
  const left = eta_seconds ? ` · about ${Math.ceil(eta_seconds)} s left` : '';
  return [progressBar(progress), `-# ${step}${left}`];
}

type Output = NonNullable<Generation['output']>;

function finishedCard(job: RigJob, files: RigFiles): Card {
  const { generation, memberId, id } = job;
  const { output, seeded } = generation;
  if (!output) return note('Your character is ready', 'This rig has no files.', 'over');
  const shown = shownParts(output, files);
  const parts = [
    heading('Your character is ready', asked(generation), notUnderstood(output)),
    shown.pictures,
    text(...outputLines(output, generation)),
    shown.model,
    actions(
      seeded !== false && again(job, 'Make another'),
      change(job),
      button('Share', 'rig:share', memberId, id),
      remove(job),
      linkButton('View in 3D', job.viewUrl),
    ),
    actions(shown.link),
    signed(job, ...seedOf(generation, output)),
  ];
  return card('good', parts, shown.files);
}

/** Whether the rig ended by itself, not because its owner cancelled it. */
export const isNews = ({ status }: Generation): boolean => status === 'succeeded' || status === 'failed';

/** Pings the member who asked for it when their rig ends. */
export const readyWords = ({ memberId, generation }: RigJob): Words => {
  const says = generation.status === 'succeeded' ? 'Your rig is ready.' : 'Your rig failed.';
  return { content: `<@${memberId}> ${says}` };
};

/** A finished rig shared in another channel, without the owner's buttons. */
export function sharedCard({ memberId, generation, viewUrl }: RigJob, files: RigFiles): Card {
  const { output } = generation;
  if (!output) return note('A character', 'This rig has no files.', 'over');
  const shown = shownParts(output, files);
  const parts = [
    heading('A character', asked(generation)),
    shown.pictures,
    text(bodyLine(output), clipsLine(output)),
    shown.model,
    actions(linkButton('View in 3D', viewUrl), shown.link),
    finePrint([`Made and shared by <@${memberId}>`, ...seedOf(generation, output)].join(' · ')),
  ];
  return card('good', parts, shown.files);
}

/** Empty for a pipeline without randomness, where a seed would mislead. */
const seedOf = ({ seeded }: Generation, { seed }: Output): string[] =>
  seeded === false || seed === null ? [] : [`seed ${seed}`];

function shownParts({ files }: Output, { preview, turntable, model }: RigFiles) {
  const glb = files.find(({ format }) => format === 'glb');
  const shown = [
    { name: 'turntable.webp', description: 'The character walking, from all sides', bytes: turntable },
    { name: 'preview.png', description: 'The character with its skeleton', bytes: preview },
  ].filter(({ bytes }) => bytes !== null);
  const sent = [...shown, { name: 'rig.glb', bytes: model }];
  return {
    pictures: shown.length > 0 ? pictures(shown) : null,
    model: model && download('rig.glb'),
    link: model ? null : linkButton('Download GLB', glb?.url),
    files: sent.flatMap(({ name, bytes }) => (bytes ? [{ name, attachment: Buffer.from(bytes) }] : [])),
  };
}

const notUnderstood = ({ unknown_words }: Output): string | null =>
  unknown_words.length > 0 ? `-# Not understood: ${clip(plain(unknown_words.join(', ')), 200)}` : null;

const mostNotes = 4;

/** Null when the service reports neither. */
const bodyLine = ({ rig, mesh }: Output): string | null =>
  [
    rig && `**${rig.joints}** joints (${rig.skeleton})`,
    mesh && `**${mesh.triangles.toLocaleString('en')}** triangles`,
  ]
    .filter(Boolean)
    .join(' · ') || null;

const clipsLine = ({ animations }: Output): string | null =>
  animations.length === 0 ? null : `**${animations.length}** clips: ${animations.join(', ')}`;

function verdictOf({ validation }: Output): string | null {
  if (!validation) return null;
  const { errors, warnings } = validation;
  if (errors + warnings === 0) return '✓ glTF valid, 0 warnings';
  return `${errors === 0 ? '✓' : '✗'} ${errors} errors, ${warnings} warnings`;
}

const finePrintOf = (facts: (string | null)[]): string | null =>
  facts.some(Boolean) ? `-# ${facts.filter(Boolean).join(' · ')}` : null;

function outputLines(output: Output, { credits }: Generation): (string | null)[] {
  return [
    bodyLine(output),
    clipsLine(output),
    ...output.notes.slice(0, mostNotes).map((one) => `-# ${clip(plain(one), 200)}`),
    finePrintOf([verdictOf(output), credits.consumed > 0 ? creditsText(credits.consumed) : null]),
  ];
}
