import { openStage, type ViewerStage } from '../../../viewer/stage.js';
import { pageCopy } from '../../web/page/copy.js';
import { element, reveal, setText } from '../../web/page/dom.js';
import { createPost, PostRefused } from '../../web/page/post.js';
import { complain, tell } from '../../web/page/status.js';
import { bodyName } from '../bodies.js';
import type { RigView } from '../view.js';

/** The rig page: a 3D view of the character with its animation clips. */

const t = pageCopy<`rig.page.${string}` | `rig.body.name.${string}` | `page.${string}`>();
/** In the fragment, or in the path of a public page. */
const token = location.hash.slice(1) || (location.pathname.split('/s/')[1] ?? '');

async function fetchModel(): Promise<ArrayBuffer> {
  const response = await fetch('/rig/api/model', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': t.locale,
    },
    body: JSON.stringify({ token }),
  });
  if (response.ok) return response.arrayBuffer();
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new PostRefused(detail ?? t('rig.page.error.model'), '', response.status);
}

function describe({ type, prompt, skeleton, joints, triangles }: RigView): void {
  const title = prompt ?? t(`rig.page.title.${type}`);
  document.title = `${title.slice(0, 60)} · Rigsmith`;
  setText('title', title);
  setText('facts', t('rig.page.facts', { joints, skeleton: bodyName(skeleton, t), triangles }));
}

function toggle(label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.dir = 'auto';
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}

const groups = ['stand', 'move', 'gesture', 'dance', 'action'] as const;

/** One toggle button a clip, in groups where the file has them; the last one shows the rest pose. */
function offerClips({ playback, refresh }: ViewerStage, first: string | undefined): void {
  const clips = playback.names.map((name, index) =>
    name ? name.replaceAll('_', ' ') : t('rig.page.clip', { number: index + 1 }),
  );
  const names = [...clips, t('rig.page.rest_pose')];
  const buttons = names.map((name, index) => toggle(name, () => choose(index)));
  const choose = (index: number) => {
    const isClip = index < playback.names.length;
    playback.choose(isClip ? index : null);
    if (isClip) playback.play();
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === index));
    refresh();
  };
  const rows = groups.flatMap((group) => {
    const own = buttons.filter((_, index) => playback.groups[index] === group);
    return own.length > 0 ? [labelled(t(`rig.page.group.${group}`), own)] : [];
  });
  const others = buttons.filter((_, index) => !groups.some((group) => group === playback.groups[index]));
  element('clips').replaceChildren(...rows, ...others);
  const start = Math.max(0, playback.names.indexOf(first ?? ''));
  choose(matchMedia('(prefers-reduced-motion: reduce)').matches ? names.length - 1 : start);
}

function labelled(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const group = document.createElement('div');
  group.className = 'group';
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', label);
  const name = document.createElement('span');
  name.className = 'quiet';
  name.textContent = label;
  group.append(name, ...buttons);
  return group;
}

const faceNames = [
  ...(['happy', 'angry', 'sad', 'surprised', 'relaxed', 'blink', 'blinkLeft', 'blinkRight'] as const),
  ...(['aa', 'ih', 'ou', 'ee', 'oh'] as const),
] as const;

/** One toggle button for each expression of the face; pressing it again relaxes it. */
function offerFaces({ faces }: ViewerStage): void {
  const known = faceNames.filter((name) => faces.names.includes(name));
  let shown: string | null = null;
  const buttons = known.map((name) =>
    toggle(t(`rig.page.face.${name}`), () => {
      shown = shown === name ? null : name;
      faces.show(shown);
      for (const [at, one] of known.entries())
        buttons[at]!.setAttribute('aria-pressed', String(one === shown));
    }),
  );
  for (const button of buttons) button.setAttribute('aria-pressed', 'false');
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
  const view = await createPost('/rig', token, t)<RigView>('view');
  describe(view);
  tell(t('rig.page.loading'));
  const bytes = await fetchModel();
  const download = element<HTMLAnchorElement>('download');
  download.href = URL.createObjectURL(new Blob([bytes]));
  download.download = view.fileName;
  reveal('canvas');
  const opened = await openStage({
    canvas: element<HTMLCanvasElement>('canvas'),
    bytes,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    onDraw: () => undefined,
    onLost: () => complain(t('rig.page.error.stopped')),
  });
  reveal('controls');
  if ('failure' in opened) {
    reveal('stage', false);
    reveal('clips', false);
    return complain(t(`rig.page.error.${opened.failure}`));
  }
  offerClips(opened.stage, view.clip);
  offerFaces(opened.stage);
  offerLooks(opened.stage);
  tell('');
}

show().catch((error: unknown) => {
  setText('title', t('rig.page.nothing'));
  reveal('stage', false);
  complain(error instanceof PostRefused ? error.message : t('rig.page.error.unclear'));
});
