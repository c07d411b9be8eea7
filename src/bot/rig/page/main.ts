import { openStage, type ViewerStage } from '../../../viewer/stage.js';
import { element, reveal, setText } from '../../web/page/dom.js';
import { PostRefused } from '../../web/page/post.js';
import { complain, tell } from '../../web/page/status.js';
import { bodyName } from '../bodies.js';
import type { RigView } from '../view.js';
import { press, toggle } from './buttons.js';
import { offerClips } from './clips.js';
import { fetchFile, offerAr, offerFormats, saveUnder } from './files.js';
import { ask, t } from './wire.js';

/** The rig page: a 3D view of the character with its animation clips. */

function describe({ type, prompt, skeleton, joints, triangles }: RigView): void {
  const title = prompt ?? t(`rig.page.title.${type}`);
  document.title = `${title.slice(0, 60)} · Rigsmith`;
  setText('title', title);
  setText('facts', t('rig.page.facts', { joints, skeleton: bodyName(skeleton, t), triangles }));
}

const faceNames = [
  ...(['happy', 'angry', 'sad', 'surprised', 'relaxed', 'blink', 'blinkLeft', 'blinkRight'] as const),
  ...(['aa', 'ih', 'ou', 'ee', 'oh'] as const),
] as const;

/** One toggle button for each expression of the face; pressing it again relaxes it. */
function offerFaces({ faces }: ViewerStage): void {
  const known = faceNames.filter((name) => faces.names.includes(name));
  let shown: string | null = null;
  const buttons = known.map((name, index) =>
    toggle(t(`rig.page.face.${name}`), () => {
      shown = shown === name ? null : name;
      faces.show(shown);
      press(buttons, shown === null ? -1 : index);
    }),
  );
  press(buttons, -1);
  element('faces').replaceChildren(...buttons);
  reveal('faces', known.length > 0);
}

function offerLooks(stage: ViewerStage): void {
  const onChange = (id: string, use: (isOn: boolean) => void) =>
    element<HTMLInputElement>(id).addEventListener('change', ({ target }) =>
      use((target as HTMLInputElement).checked),
    );
  onChange('skeleton', stage.setSkeleton);
  onChange('wireframe', stage.setWireframe);
  const sheet = element<HTMLCanvasElement>('sheet');
  onChange('unwrapped', (isOn) => reveal('sheet', isOn && stage.drawUnwrapped(sheet)));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => stage.turn(0.14, 0),
    ArrowRight: () => stage.turn(-0.14, 0),
    ArrowUp: () => stage.turn(0, 0.14),
    ArrowDown: () => stage.turn(0, -0.14),
    '+': () => stage.zoom(1.18),
    '-': () => stage.zoom(1 / 1.18),
    '0': stage.reset,
  };
  element('canvas').addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

async function show(): Promise<void> {
  const view = await ask<RigView>('view');
  describe(view);
  tell(t('rig.page.loading'));
  const file = await fetchFile('glb');
  saveUnder(element<HTMLAnchorElement>('download'), file, view.fileName);
  offerFormats(view);
  offerAr(view);
  reveal('canvas');
  let clips: ReturnType<typeof offerClips> | null = null;
  const opened = await openStage({
    canvas: element<HTMLCanvasElement>('canvas'),
    bytes: await file.arrayBuffer(),
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    onDraw: () => clips?.follow(),
    onLost: () => complain(t('rig.page.error.stopped')),
  });
  reveal('controls');
  if ('failure' in opened) {
    reveal('stage', false);
    reveal('clips', false);
    reveal('motion', false);
    return complain(t(`rig.page.error.${opened.failure}`));
  }
  clips = offerClips(opened.stage, view.clip);
  offerFaces(opened.stage);
  offerLooks(opened.stage);
  tell('');
}

show().catch((error: unknown) => {
  setText('title', t('rig.page.nothing'));
  reveal('stage', false);
  complain(error instanceof PostRefused ? error.message : t('rig.page.error.unclear'));
});
