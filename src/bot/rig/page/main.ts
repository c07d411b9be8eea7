import { openStage, type Stage } from '../../../viewer/stage.js';
import { element, reveal, write } from '../../web/page/dom.js';
import { createPost, Refusal } from '../../web/page/post.js';
import { complain, tell } from '../../web/page/status.js';
import type { RigView } from '../view.js';

/** The rig page: a 3D view of the character with its animation clips. */

const token = location.hash.slice(1);
const titles: Record<RigView['type'], string> = {
  text: 'A character',
  image: 'A character from a picture',
  multi_image: 'A character from several pictures',
  mesh: 'A character from a 3D model',
};

async function fetchModel(): Promise<ArrayBuffer> {
  const response = await fetch('/rig/api/model', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  if (response.ok) return response.arrayBuffer();
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new Refusal(detail ?? "The model didn't load. Reload the page.", '', response.status);
}

function describe({ type, prompt, skeleton, joints, triangles }: RigView): void {
  const title = prompt ?? titles[type];
  document.title = `${title.slice(0, 60)} · Rigsmith`;
  write('title', title);
  write('facts', `${joints} joints (${skeleton}) · ${triangles.toLocaleString('en')} triangles`);
}

/** One toggle button a clip; the last one shows the rest pose. */
function offerClips({ playback, refresh }: Stage): void {
  const names = [...playback.names, 'rest pose'];
  const buttons = names.map((name, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => choose(index));
    return button;
  });
  const choose = (index: number) => {
    const isClip = index < playback.names.length;
    playback.choose(isClip ? index : null);
    if (isClip) playback.play();
    for (const [at, button] of buttons.entries()) button.setAttribute('aria-pressed', String(at === index));
    refresh();
  };
  element('clips').replaceChildren(...buttons);
  choose(matchMedia('(prefers-reduced-motion: reduce)').matches ? names.length - 1 : 0);
}

function offerLooks(stage: Stage): void {
  const onChange = (id: string, use: (isOn: boolean) => void) =>
    element<HTMLInputElement>(id).addEventListener('change', ({ target }) =>
      use((target as HTMLInputElement).checked),
    );
  onChange('skeleton', stage.setSkeleton);
  onChange('wireframe', stage.setWireframe);
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
  describe(await createPost('/rig', token)<RigView>('view'));
  tell('Loading the model…');
  const bytes = await fetchModel();
  element<HTMLAnchorElement>('download').href = URL.createObjectURL(new Blob([bytes]));
  reveal('canvas');
  const opened = await openStage({
    canvas: element<HTMLCanvasElement>('canvas'),
    bytes,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    onDraw: () => undefined,
    onLost: () => complain('The 3D view stopped. Reload the page.'),
  });
  reveal('controls');
  if ('failure' in opened) {
    reveal('stage', false);
    reveal('clips', false);
    return complain(opened.failure);
  }
  offerClips(opened.stage);
  offerLooks(opened.stage);
  tell('');
}

show().catch((error: unknown) => {
  write('title', 'Nothing to show');
  reveal('stage', false);
  complain(error instanceof Error ? error.message : 'Something went wrong. Reload the page.');
});
